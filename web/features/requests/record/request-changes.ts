import type { RequestDetail } from '#contract/request-answers.ts';
import { fieldNames, requestFields, type Told, textsOf, toldOf } from '#contract/words/request-fields.ts';
import { priorityLabels, statusLabels } from '#contract/words/requests.ts';
import { splitNotes } from './notes.ts';

type Change = { field: string; before: string | null; now: string | null };

/** What is compared of a request. Of its files only how many there are. */
type Compared = Told &
  Pick<RequestDetail, 'status' | 'assignedTechnician' | 'priority' | 'rating' | 'notes'> & {
    files: readonly unknown[];
  };

/** The part of a request that is compared, to keep it while nobody is signed in: without the links of its files. */
export const comparedOf = (request: RequestDetail): Compared => ({
  status: request.status,
  assignedTechnician: request.assignedTechnician,
  priority: request.priority,
  ...toldOf(request),
  rating: request.rating,
  notes: request.notes,
  files: request.files.map(() => null),
});

const shownFields: readonly (readonly [field: string, read: (request: Compared) => string | null])[] = [
  ['Status', ({ status }) => statusLabels[status]],
  ['Assigned To', ({ assignedTechnician }) => assignedTechnician?.name ?? 'Unassigned'],
  ['Priority', ({ priority }) => priorityLabels[priority]],
  ...fieldNames.map((name) => [requestFields[name].changed, (request: Compared) => textsOf(request)[name]] as const),
  ['Files', ({ files }) => String(files.length)],
  ['Customer rating', ({ rating }) => (rating === null ? null : `${rating} of 5`)],
];

/** Lists what differs between two states of a request, in words. Notes count as changed when some were added. */
export function changesOf(before: Compared, now: Compared): Change[] {
  const changes = shownFields
    .map(([field, read]) => ({ field, before: read(before), now: read(now) }))
    .filter((change) => change.before !== change.now);
  const added = splitNotes(now.notes).slice(splitNotes(before.notes).length);
  if (added.length === 0) return changes;
  return [...changes, { field: 'New notes', before: null, now: added.map(({ body }) => body).join(' · ') }];
}
