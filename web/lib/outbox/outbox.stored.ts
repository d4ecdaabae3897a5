import { defineRecords } from '../stored/records.ts';

/** Unsent work, by user: it ends when the office has it, or when its owner discards it. */
export const storedOutbox = defineRecords<unknown>({
  database: 'outbox',
  store: 'entries',
  endsWith: 'never',
  isEnded: () => false,
});
