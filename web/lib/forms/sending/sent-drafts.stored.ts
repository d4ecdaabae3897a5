import { defineStored } from '../../stored/stored.ts';

/** Which drafts were sent from this browser, and with which Idempotency-Key: another tab may still show one. It holds no texts. */
export const storedSentDrafts = defineStored({ key: 'sent_drafts', scope: 'device', endsWith: 'never' });
