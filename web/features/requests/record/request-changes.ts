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
import { type ComparedField, type ConflictRow, conflictRows, type Entered } from '#web/lib/forms/conflict-rows.ts';
import { splitNotes } from './notes.ts';

/** What is compared of a request. Of its files only how many there are. */
type Compared = Told &
  Pick<
    RequestDetail,
    'status' | 'assignedTechnician' | 'priority' | 'rating' | 'notes' | 'notes_total' | 'files_total'
  >;

/** The part of a request that is compared, to keep it while nobody is signed in: without the links of its files. */
export const comparedOf = (request: RequestDetail): Compared => ({
  status: request.status,
  assignedTechnician: request.assignedTechnician,
  priority: request.priority,
  ...toldOf(request),
  rating: request.rating,
  notes: request.notes,
  notes_total: request.notes_total,
  files_total: request.files_total,
});

/** What a conflict compares of a request. */
export const comparedFields: readonly ComparedField<Compared>[] = [
  { label: 'Status', text: ({ status }) => statusLabels[status] },
  { label: 'Assigned To', text: ({ assignedTechnician }) => assignedTechnician?.name ?? 'Unassigned' },
  { label: 'Priority', text: ({ priority }) => priorityLabels[priority] },
  ...fieldNames.map((name) => ({
    label: requestFields[name].changed,
    text: (request: Compared) => textsOf(request)[name],
  })),
  { label: 'Files', text: ({ files_total }) => String(files_total) },
  { label: 'Customer rating', text: ({ rating }) => (rating === null ? null : `${rating} of 5`) },
  {
    label: 'New notes',
    added: (before, now) => {
      const count = now.notes_total - before.notes_total;
      const added = count > 0 ? splitNotes(now.notes).slice(-count) : [];
      return added.length === 0 ? null : added.map(({ body }) => body).join(' · ');
    },
  },
];

/** Whether two states of a request differ in nothing that a conflict shows. */
export const isSameRequest = (one: Compared, other: Compared): boolean =>
  conflictRows(comparedFields, one, other).length === 0;

/** Who made the last change, when the timeline has it: a note or a photo alone is not in the timeline. */
export function lastChangerOf({ history, updated_at }: History): string | null {
  // A refused update changed nothing.
  const last = history.findLast(({ change }) => change !== 'refusal');
  // A correction reaches the timeline a moment after the request.
  return last && last.at >= updated_at ? last.by : null;
}

type History = Pick<RequestDetail, 'history' | 'updated_at'>;
/** Whether an entry of the timeline is a change of the field that a conflict calls so. */
const isAbout = (field: string) => (entry: RequestDetail['history'][number]) => {
  if (field === 'Status') return entry.change === 'status';
  if (field === 'Assigned To') return entry.change === 'assignment';
  const name = correctableNamed(field);
  return name !== undefined && (entry.fields?.includes(name) ?? false);
};
const inWords = (field: string) => (field === 'Assigned To' ? 'the assignment' : `the ${field.toLowerCase()}`);
const listed = new Intl.ListFormat('en-US');

/** What a conflict is about, and who made that change: the request as a whole where no field collides or the timeline does not say it. */
export function changeOf(now: History, rows: readonly ConflictRow[]): { what: string; by: string | null } {
  const fields = rows.filter(({ before, now, mine }) => mine !== undefined && before !== now).map(({ field }) => field);
  const changes = fields.map((field) => now.history.findLast(isAbout(field)));
  if (fields.length === 0 || changes.some((change) => change === undefined))
    return { what: 'this request', by: lastChangerOf(now) };
  const names = new Set(changes.map((change) => change?.by ?? 'Somebody'));
  return { what: listed.format(fields.map(inWords)), by: listed.format(names) };
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
