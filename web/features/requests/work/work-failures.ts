import { ApiError, messageAbout, messageOf } from '#web/lib/api-client.ts';

/** Whether the server has answered that there is no such request for this technician. Another try has the same answer. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found';

/** Whether a refused update may be based on an old version of the request, or the request is taken away. */
export const isOutOfDate = (error: unknown): boolean =>
  error instanceof ApiError && ['conflict', 'validation_failed', 'not_found'].includes(error.code);

/** The message about a work order that could not be sent (spec §8). The error about a photo names the file. */
export function workFailure(error: unknown): string {
  const aboutPhotos = messageAbout(error, 'images');
  return aboutPhotos ? `${aboutPhotos}. Remove or replace it.` : messageOf(error, 'Failed to update request');
}
