/** The roles of staff (spec §6). Any other value a client meets is sent to the generic dashboard. */
export const roles = ['admin', 'technician', 'auditor'] as const;
export type Role = (typeof roles)[number];
