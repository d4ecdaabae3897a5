import type { z } from 'zod';
import { isOver } from '../stored/age.ts';
import { repairStored } from '../stored/repair.ts';
import { type KeptRead, keyOf, storedReads } from './kept-reads.stored.ts';

/** In milliseconds: an older answer says too little about today's work. */
const KEPT_FOR = 14 * 24 * 3_600_000;

/** Keeps what a read has answered to this user, for a time without a connection. Ignores a database that is blocked or full. */
export const keepRead = (userId: number, name: string, read: KeptRead): Promise<void> =>
  storedReads.setMany([[keyOf(userId, name), read]]).catch(() => undefined);

/** What is kept of a read, as today's release reads it; null when there is nothing, or nothing of the last two weeks. */
export async function keptRead<S extends z.ZodType>(
  userId: number,
  name: string,
  schema: S,
): Promise<KeptRead<z.output<S>> | null> {
  try {
    const read = await storedReads.get(keyOf(userId, name));
    if (!read || isOver(read.at, KEPT_FOR)) return null;
    const data = repairStored(schema, read.data);
    return data === null ? null : { at: read.at, data };
  } catch {
    return null;
  }
}
