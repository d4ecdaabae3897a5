/** The statuses of a contact message (spec §3). */
export const contactStatuses = ['new', 'contacted', 'resolved', 'spam'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

/** The names of the statuses, on screens and in the trail's export. */
export const contactLabels: Record<ContactStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  resolved: 'Resolved',
  spam: 'Spam',
};
