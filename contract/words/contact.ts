/** The statuses of a contact message (spec §3). */
export const contactStatuses = ['new', 'contacted', 'resolved', 'spam'] as const;
export type ContactStatus = (typeof contactStatuses)[number];
