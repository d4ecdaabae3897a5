import { ApiError } from '../api-client.ts';

/** Why a form was not sent: the call's text of spec §8, and whether the network failed, not the server. */
export type FailedCall = { text: string; isOffline: boolean };

/** Whether a call had no answer, and not because of what was to be sent. */
export const hasNoAnswer = (error: ApiError): boolean => error.status === 0 && error.code === 'unavailable';

/**
 * Describes a failed call.
 * @param error what was thrown: by the call, or by the import of its code, which fails without a network as well
 */
export const failedCall = (error: unknown, text: string): FailedCall => ({
  text,
  isOffline: error instanceof ApiError ? hasNoAnswer(error) : !navigator.onLine,
});
