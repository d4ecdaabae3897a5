import type { z } from 'zod';
import type { RequestDetail } from '#contract/request-answers.ts';
import type { updateRequestBody } from '#contract/request-forms.ts';
import {
  fieldNames,
  type RequestField,
  requestFields,
  type Told,
  textsOf,
  toldOf,
} from '#contract/words/request-fields.ts';
import { type Priority, priorityLabels, statusLabels } from '#contract/words/requests.ts';
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

/** Who made the last change, when the timeline has it: a note or a photo alone is not in the timeline. */
export function lastChangerOf({ history, updated_at }: Pick<RequestDetail, 'history' | 'updated_at'>): string | null {
  // A refused update changed nothing.
  const last = history.findLast(({ change }) => change !== 'refusal');
  // A correction reaches the timeline a moment after the request.
  return last && last.at >= updated_at ? last.by : null;
}

/** What the user has entered, by the names that `changesOf` uses. What the edit does not touch is undefined. */
export type Entered = Readonly<Record<string, string | undefined>>;

/** The rows of a conflict: what differs between two states, then what only the user has entered, beside what it replaces. */
export function conflictRows(before: Compared, now: Compared, entered: Entered) {
  const changes = changesOf(before, now);
  const stands = new Map(shownFields.map(([field, read]) => [field, read(now)]));
  const own = Object.entries(entered).filter(([, mine]) => mine !== undefined);
  return [
    ...changes.map((change) => ({ ...change, mine: entered[change.field] })),
    ...own
      .filter(([field]) => !changes.some((change) => change.field === field))
      .map(([field, mine]) => {
        const value = stands.get(field) ?? null;
        return { field, before: value, now: value, mine };
      }),
  ];
}

/** The fields of a request that the office may correct. */
export const correctable = [...fieldNames, 'priority'] as const;
type Correctable = (typeof correctable)[number];

const changedName = (name: Correctable) => (name === 'priority' ? 'Priority' : requestFields[name].changed);

/** The fields that a correction changed, in words, in the order in which they are shown. One that only a newer server knows is left out. */
export const correctedNames = (fields: readonly string[]): string =>
  correctable
    .filter((name) => fields.includes(name))
    .map(changedName)
    .join(', ');

/** The field that the rows of a conflict call so. */
export const correctableNamed = (changed: string): Correctable | undefined =>
  correctable.find((name) => changedName(name) === changed);

/** What the form of a correction shows of a request. */
export function correctableOf(request: RequestDetail): Record<RequestField, string> & { priority: Priority } {
  const texts = Object.entries(textsOf(request)).map(([name, text]) => [name, text ?? '']);
  return { ...(Object.fromEntries(texts) as Record<RequestField, string>), priority: request.priority };
}

/** What a correction sends: only the fields that were changed, so that the others stay as they are. A blank one is null. */
export const correctionOf = (
  entered: z.output<typeof updateRequestBody>,
  changed: readonly Correctable[],
): z.input<typeof updateRequestBody> => Object.fromEntries(changed.map((field) => [field, entered[field] ?? null]));

/** The changed fields of a correction in words, for a conflict. */
export const correctionTexts = (
  entered: Readonly<Partial<Record<Correctable, string | null | undefined>>>,
  changed: readonly Correctable[],
): Entered =>
  Object.fromEntries(
    changed.map((field) => {
      const text = entered[field] ?? '';
      return [changedName(field), field === 'priority' ? priorityLabels[text as Priority] : text];
    }),
  );
