import type { z } from 'zod';
import type { createRequestBody } from '#contract/request-forms.ts';
import type { Tries } from '#web/lib/forms/idempotency.ts';
import { services } from '#web/lib/services.ts';

/** A request as its form holds it: every field is text. */
export type RequestValues = z.input<typeof createRequestBody>;

/** Every field of the form: one that is missing here does not compile. */
export const emptyRequest = {
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  customerAddress: '',
  paymentAddress: '',
  title: '',
  description: '',
  priority: 'medium',
  service_type: '',
  website: '',
} satisfies Required<RequestValues>;

type KeptField = Exclude<keyof typeof emptyRequest, 'website'>;
const { website: _, ...keptValues } = emptyRequest;

/** What a draft keeps, and what people can type into before the script arrives: every field but the one that nobody sees. */
export const keptFields = Object.keys(keptValues) as KeptField[];

export type Draft = {
  values: RequestValues;
  /** What was sent of it so far, and under which key: a repeat after a lost answer, even after a reload, is no second request. */
  tries: Tries;
  /** How many files were chosen; they lie in the browser's database. */
  files: number;
};

const STORED = 'request_draft';
const KEPT_MS = 7 * 24 * 3_600_000;

export const newDraft = (): Draft => ({ values: emptyRequest, tries: [], files: 0 });

/** Whether there is nothing that would be missed. */
export const isBlank = ({ values, files }: Draft): boolean =>
  files === 0 && keptFields.every((name) => (values[name] ?? '').trim() === emptyRequest[name]);

const isText = (value: unknown): value is string => typeof value === 'string';

const isTry = (value: unknown): value is Tries[number] =>
  typeof value === 'object' && value !== null && 'key' in value && 'content' in value
    ? isText(value.key) && isText(value.content)
    : false;

/** What was stored is read as carefully as what comes over the wire: an older version of this page may have written it. */
function parseDraft(text: string, now: number): Draft | null {
  const { values, tries, files, saved_at } = { ...(JSON.parse(text) as Record<string, unknown> | null) };
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
    tries: Array.isArray(tries) ? tries.filter(isTry) : [],
    files: typeof files === 'number' ? files : 0,
  };
}

/** The draft on this device; null when there is none or storage is blocked, `stale` when it is too old or no draft of ours. */
export function readDraft(now = Date.now()): Draft | 'stale' | null {
  if (typeof window === 'undefined') return null;
  let text: string | null;
  try {
    text = localStorage.getItem(STORED);
  } catch {
    return null;
  }
  try {
    return text === null ? null : (parseDraft(text, now) ?? 'stale');
  } catch {
    return 'stale';
  }
}

/** Keeps the draft on this device; an empty one leaves nothing behind. Storage that is blocked or full is no one's fault. */
export function writeDraft(draft: Draft, now = Date.now()): void {
  try {
    if (isBlank(draft)) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify({ ...draft, saved_at: now }));
  } catch {
    // The form works without.
  }
}

/** Forgets the draft: it was sent, or its writer starts over. */
export function dropDraft(): void {
  try {
    localStorage.removeItem(STORED);
  } catch {
    // What could not be written is not there.
  }
}

/** Calls back when another tab of this browser has sent or dropped the draft. */
export function onDraftDropped(callback: () => void): () => void {
  const heard = (event: StorageEvent) => event.key === STORED && event.newValue === null && callback();
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
