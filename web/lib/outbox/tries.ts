import { ApiError } from '../api-client.ts';
import { contentOf, isAfterKey, isReused, KEY_KNOWN, keyFor } from '../forms/idempotency.ts';
import type { Entry, Unanswered } from './entries.ts';

/** An update that goes again on a newer version of its request, and what its form is then. */
export type Onto = { revision: string; version: number; form: unknown };

/** Whether a call without a success may be sent again as it is: nothing in it is wrong. */
export const mayGoAgain = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status);
/** Whether the server has answered that it did not save the call. */
const isUnsaved = (error: unknown) => error instanceof ApiError && error.status > 0 && error.status < 500;

/** Whether the server has refused an update because the user did not have the request any more. */
export const isTaken = ({ stage, refusal }: Entry): boolean =>
  stage === 'refused' && refusal?.body.error === 'not_found';

/** The tries of an entry without an answer, with the one that begins now. */
export const withTry = (unanswered: Unanswered, key: string, now: number): Unanswered =>
  unanswered.some((one) => one.key === key) ? unanswered : [...unanswered, { key, since: now }];

/**
 * The tries without an answer when one has failed. A refusal proves that none with its key was saved, for as long as the server knows the
 * key: otherwise it would have answered that it is saved.
 * @param before those before the try that failed
 */
export function unansweredAfter(error: unknown, before: Unanswered, key: string, now: number): Unanswered {
  if (!isUnsaved(error)) return withTry(before, key, now);
  return isAfterKey(error) ? before.filter((one) => one.key !== key || now - one.since > KEY_KNOWN) : before;
}

/** The entry that the server has refused. */
export const refused = (entry: Entry, error: ApiError): Entry => ({
  ...entry,
  stage: 'refused',
  tries: isReused(error) ? [] : entry.tries,
  refusal: {
    status: error.status,
    body: { error: error.code, message: error.message, details: [...error.details] },
  },
});

/** Whether an update may go again without a question: nothing was edited since it was refused, and it cannot be saved already. */
export const mayGoOnto = (entry: Entry, { revision }: Pick<Onto, 'revision'>): boolean =>
  isTaken(entry) && entry.revision === revision && entry.unanswered.length === 0;

/** The entry with the same update, to be sent on the newer version. This is other content, with a key of its own. */
export function movedOnto(entry: Entry, { version, form }: Onto, files: readonly File[]): Entry {
  if (!entry.call) return entry;
  const body = { ...entry.call.body, version };
  const { key, tries } = keyFor(entry.tries, contentOf(body, files));
  return { ...entry, form, tries, call: { body, key }, stage: 'waiting', refusal: null };
}
