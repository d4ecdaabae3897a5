import { ApiError, messageAbout, messageOf } from '#web/lib/api-client.ts';

/** Why a technician's request is not there; undefined when that is not known. */
export const goneHint = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'not_found' ? 'It is not assigned to you any more.' : undefined;

/** The message about a work order that could not be sent (spec §8). The error about a photo names the file. */
export const workFailure = (error: unknown): string =>
  messageAbout(error, 'images') ?? messageOf(error, 'Failed to update request');
