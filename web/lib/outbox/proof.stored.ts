import { defineUserStored } from '../stored/stored.ts';

/**
 * Whose device this is, for the day when the owner of unsent work can't sign in anymore: the SHA-256 (hex) of their session's token. It
 * opens no session.
 */
export const storedProof = defineUserStored({ key: 'outbox_proof', endsWith: 'never', format: 'text' });
