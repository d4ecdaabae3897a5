/** The roles of staff (spec §6). A client sends any other role to the generic dashboard. */
export const roles = ['admin', 'technician', 'auditor'] as const;
export type Role = (typeof roles)[number];

/** The roles that requests can be assigned to (spec §6), while the account is active. */
export const assignableRoles = ['technician', 'admin'] as const satisfies readonly Role[];
