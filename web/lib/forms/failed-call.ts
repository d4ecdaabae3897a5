import { ApiError } from '../api-client.ts';

/** Why a form was not sent: the call's text of spec §8, and whether the network failed, not the server. */
export type FailedCall = { text: string; isOffline: boolean };

/**
 * Describes a failed call.
 * @param error what was thrown: by the call, or by the import of its code, which fails without a network as well
 */
export const failedCall = (error: unknown, text: string): FailedCall => ({
  text,
  isOffline: error instanceof ApiError ? error.status === 0 : !navigator.onLine,
});
