import { defineRecords } from '../stored/records.ts';

/** What a read has answered, and when, in milliseconds since 1970. */
export type KeptRead<T = unknown> = { at: number; data: T };

/** The key under which a user's read is kept. */
export const keyOf = (userId: number, name: string): string => `${userId}/${name}`;

/** Whether a key is not this user's; with null, none is. */
export const isOthers = (key: string, userId: number | null): boolean =>
  userId === null || !key.startsWith(keyOf(userId, ''));

/** The last answers about a technician's requests, by user and read. */
export const storedReads = defineRecords<KeptRead>({
  database: 'kept-reads',
  store: 'reads',
  endsWith: 'another-user',
  isEnded: isOthers,
});
