import type { z } from 'zod';
import type { createRequestBody } from '#contract/request-forms.ts';
import { requestFields, type SentField } from '#contract/words/request-fields.ts';
import { DRAFT_KEY } from '#web/lib/forms/draft-storage.ts';
import { type Tries, triesOf } from '#web/lib/forms/idempotency.ts';
import { services } from '#web/lib/services.ts';

/** The values of the request form. Every field is text. */
export type RequestValues = z.input<typeof createRequestBody>;

const sentFields = Object.values(requestFields).map(({ sent }) => sent);
const nothingSaid = Object.fromEntries(sentFields.map((name) => [name, ''])) as Record<SentField, string>;

/** Every field of the form: one that is missing here does not compile. */
export const emptyRequest = { ...nothingSaid, priority: 'medium', website: '' } satisfies Required<RequestValues>;

/** The fields that a draft keeps, and that visitors can fill in before hydration: every field except the hidden one. */
export const keptFields = [...sentFields, 'priority' as const];

export type Draft = {
  values: RequestValues;
  /** The tries so far with their keys: a repeat after a lost response, even after a reload, creates no second request. */
  tries: Tries;
  /** How many files were chosen. They are stored in IndexedDB. */
  files: number;
  /** The contact message that the office makes the request from. */
  contact: number | null;
};

/** Seven days in milliseconds. */
const KEPT_MS = 7 * 24 * 3_600_000;

export const newDraft = (): Draft => ({ values: emptyRequest, tries: [], files: 0, contact: null });

/** Whether the draft contains nothing that the visitor entered. */
export const isBlank = ({ values, files }: Draft): boolean =>
  files === 0 && keptFields.every((name) => (values[name] ?? '').trim() === emptyRequest[name]);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Parses a stored draft with the same care as a response, because an older version of the page may have written it. */
function parseDraft(text: string, now: number): Draft | null {
  const { values, tries, files, contact, saved_at } = { ...(JSON.parse(text) as Record<string, unknown> | null) };
  if (typeof saved_at !== 'number' || Math.abs(now - saved_at) > KEPT_MS) return null;
  if (typeof values !== 'object' || values === null) return null;
  const stored = values as Record<string, unknown>;
  const kept: RequestValues = { ...emptyRequest };
  for (const name of keptFields) {
    const value = stored[name];
    if (isText(value)) kept[name] = value;
  }
  if (!services.some(({ name }) => name === kept.service_type)) kept.service_type = '';
  return {
    values: kept,
    tries: triesOf(tries),
    files: typeof files === 'number' ? files : 0,
    contact: typeof contact === 'number' ? contact : null,
  };
}

/** Reads the draft on this device; null if there is none or storage is blocked, `stale` if it is too old or not valid. */
export function readDraft(now = Date.now()): Draft | 'stale' | null {
  if (typeof window === 'undefined') return null;
  let text: string | null;
  try {
    text = localStorage.getItem(DRAFT_KEY);
  } catch {
    return null;
  }
  try {
    return text === null ? null : (parseDraft(text, now) ?? 'stale');
  } catch {
    return 'stale';
  }
}

/** Stores the draft on this device, or removes it when it is blank. Ignores storage that is blocked or full. */
export function writeDraft(draft: Draft, now = Date.now()): void {
  try {
    if (isBlank(draft)) localStorage.removeItem(DRAFT_KEY);
    else localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, saved_at: now }));
  } catch {
    // The form works without a stored draft.
  }
}

/** Removes the stored draft, after it was sent or when the visitor starts over. */
export function dropDraft(): void {
  try {
    localStorage.removeItem(DRAFT_KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** Calls back when another tab of this browser has sent or dropped the draft. */
export function onDraftDropped(callback: () => void): () => void {
  const heard = (event: StorageEvent) => event.key === DRAFT_KEY && event.newValue === null && callback();
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
