import { REFUSED_WORK_FIELD } from '#contract/words/evidence/refused-work.ts';
import { ApiError, messageAbout } from '../api-client.ts';
import { isAfterKey, isReused, KEY_KNOWN } from '../forms/sending/idempotency.ts';
import type { Entry, Unanswered } from './entries.ts';

/** Whether a call without a success may be sent again as it is: nothing in it is wrong. */
export const mayGoAgain = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status);
/** Whether the server has answered that it did not save the call. */
const isUnsaved = (error: unknown) => error instanceof ApiError && error.status > 0 && error.status < 500;

/** What screens say when an update has reached the office. */
export const endOf = {
  arrived: 'Request updated successfully!',
  handed_over: 'This request isn’t assigned to you anymore. The office has your update.',
} as const;

/** Whether the office has an update that could not be saved: someone else has the request. */
export const isAtOffice = (error: unknown): boolean => messageAbout(error, REFUSED_WORK_FIELD) !== undefined;

/**
 * Whether a server that keeps no refused work has refused an update because the user didn't have the request anymore. It goes again: the
 * office takes it now.
 */
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
