import type { RequestDetail } from '#contract/request-answers.ts';
import { priorityLabels, statusLabels } from '#contract/words/requests.ts';
import { splitNotes } from '../requests.view.ts';

type Change = { field: string; before: string | null; now: string | null };

const shownFields: readonly (readonly [field: string, read: (request: RequestDetail) => string | null])[] = [
  ['Status', ({ status }) => statusLabels[status]],
  ['Assigned To', ({ assignedTechnician }) => assignedTechnician?.name ?? 'Unassigned'],
  ['Priority', ({ priority }) => priorityLabels[priority]],
  ['Title', ({ title }) => title],
  ['Service', ({ service_type }) => service_type],
  ['Description', ({ description }) => description],
  ['Customer', ({ customer }) => customer.name],
  ['Customer email', ({ customer }) => customer.email],
  ['Customer phone', ({ customer }) => customer.phone],
  ['Service address', ({ customer }) => customer.address],
  ['Payment address', ({ customer }) => customer.payment_address],
  ['Files', ({ files }) => String(files.length)],
  ['Customer rating', ({ rating }) => (rating === null ? null : `${rating} of 5`)],
];

/** Lists what differs between two states of a request, in words. Notes count as changed when some were added. */
export function changesOf(before: RequestDetail, now: RequestDetail): Change[] {
  const changes = shownFields
    .map(([field, read]) => ({ field, before: read(before), now: read(now) }))
    .filter((change) => change.before !== change.now);
  const added = splitNotes(now.notes).slice(splitNotes(before.notes).length);
  if (added.length === 0) return changes;
  return [...changes, { field: 'New notes', before: null, now: added.map(({ body }) => body).join(' · ') }];
}
