import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { hasNoAnswer } from '#web/lib/forms/failed-call.ts';
import { joinSentences } from '#web/lib/pictures/check-files.ts';

/** Shown instead of a success, because the server would have nothing to save. */
export const NOTHING_ENTERED = 'Nothing to save yet: choose another status, write a note or add a photo.';

/** Whether the server has answered that there is no such request for this technician. Another try has the same answer. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found';

/** Whether a refused update may be based on an old version of the request, or the request is taken away. */
export const isOutOfDate = (error: unknown): boolean =>
  error instanceof ApiError && ['conflict', 'validation_failed', 'not_found'].includes(error.code);

/** Whether there was no answer at all. */
export const isLost = (error: unknown): boolean => !(error instanceof ApiError) || hasNoAnswer(error);

const photoRefusals = (error: unknown): string[] =>
  error instanceof ApiError
    ? error.details.filter(({ field }) => field === 'images').map(({ message }) => message)
    : [];

/** The photos that the server has named as those it can't use. */
export const refusedPhotos = (error: unknown, photos: readonly File[]): File[] =>
  photos.filter(({ name }) => photoRefusals(error).some((message) => message.startsWith(`${name}: `)));

/**
 * The message about a work order that could not be sent (spec §8). An error about photos names each of them. Null when this device
 * could not read some, and the form no longer has them.
 */
export function workFailure(error: unknown, photos: readonly File[]): string | null {
  const refusals = photoRefusals(error);
  if (refusals.length === 0) return messageOf(error, 'Failed to update request');
  const isHere = error instanceof ApiError && error.status === 0;
  if (isHere) return refusedPhotos(error, photos).length > 0 ? joinSentences(refusals) : null;
  // Some refusals say already what to do.
  const needsAdvice = refusals.some((message) => message.includes(': ') && !message.includes('Please'));
  const advice = refusals.length > 1 ? 'Remove or replace them.' : 'Remove or replace it.';
  return joinSentences([...refusals, ...(needsAdvice ? [advice] : [])]);
}
