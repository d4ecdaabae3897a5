import type { z } from 'zod';
import type { createRequestBody } from '#contract/request-forms.ts';
import { requestFields, type SentField } from '#contract/words/request-fields.ts';
import { type Tries, triesOf } from '#web/lib/forms/sending/idempotency.ts';
import { services } from '#web/lib/services.ts';
import { newUuid } from '#web/lib/uuid.ts';

/** The values of the request form. Every field is text. */
export type RequestValues = z.input<typeof createRequestBody>;

const sentFields = Object.values(requestFields).map(({ sent }) => sent);
const nothingSaid = Object.fromEntries(sentFields.map((name) => [name, ''])) as Record<SentField, string>;

/** Every field of the form: one that is missing here does not compile. */
export const emptyRequest = { ...nothingSaid, priority: 'medium', website: '' } satisfies Required<RequestValues>;

/** The fields that a draft keeps, and that visitors can fill in before hydration: every field except the hidden one. */
export const keptFields = [...sentFields, 'priority' as const];

export type Draft = {
  /** The same in each tab that shows this draft. */
  id: string;
  values: RequestValues;
  /** The tries so far with their keys: a repeat after a lost response, even after a reload, creates no second request. */
  tries: Tries;
  /** How many files were chosen. They are stored in IndexedDB. */
  files: number;
  /** The contact message that the office makes the request from. */
  contact: number | null;
  /** What the form was filled in from, in words; null when somebody began with an empty one. */
  from: string | null;
  /** Whether anything was changed since then. */
  isChanged: boolean;
};

export const newDraft = (): Draft => ({
  id: newUuid(),
  values: emptyRequest,
  tries: [],
  files: 0,
  contact: null,
  from: null,
  isChanged: false,
});

/** Whether the draft contains nothing that the visitor entered. */
export const isBlank = ({ values, files }: Draft): boolean =>
  files === 0 && keptFields.every((name) => (values[name] ?? '').trim() === emptyRequest[name]);

/** Whether the form contains only what it was filled in with: nothing is lost when other entries take its place. */
export const isUntouched = (draft: Draft): boolean =>
  isBlank(draft) || (draft.from !== null && !draft.isChanged && draft.files === 0);

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Parses a stored draft, which any release of the page may have written.
 * @returns null if it is not a draft
 */
export function parseDraft(stored: unknown): Draft | null {
  const { id, values, tries, files, contact, from, isChanged } = { ...(stored as Record<string, unknown> | null) };
  if (typeof values !== 'object' || values === null) return null;
  const texts = values as Record<string, unknown>;
  const kept: RequestValues = { ...emptyRequest };
  for (const name of keptFields) {
    const value = texts[name];
    if (isText(value)) kept[name] = value;
  }
  if (!services.some(({ name }) => name === kept.service_type)) kept.service_type = '';
  return {
    id: isText(id) ? id : newUuid(),
    values: kept,
    tries: triesOf(tries),
    files: typeof files === 'number' ? files : 0,
    contact: typeof contact === 'number' ? contact : null,
    from: isText(from) ? from : null,
    isChanged: isChanged === true,
  };
}

/** A draft as it is stored. What only another release of the page knows of it stays as it was. */
export function mergedDraft(stored: unknown, draft: Draft): object {
  const before = { ...(stored as { values?: object } | null) };
  return { ...before, ...draft, values: { ...before.values, ...draft.values } };
}
