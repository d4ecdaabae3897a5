import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '#server/db/database.ts';
import type { Writer } from '#server/db/transaction.ts';
import { birthOf, isAsBorn } from '../seal/birth.rules.ts';
import { ENTRY } from '../seal/seal.repo.ts';
import { epochText, type Mac, type StoredEntry } from '../seal/seal.rules.ts';

/** An entry before PostgreSQL has it. `before` and `after` are JSON. */
export type NewEntry = Pick<
  StoredEntry,
  'actor_name' | 'action' | 'entity' | 'entity_id' | 'before' | 'after' | 'ip' | 'user_agent' | 'call_id'
> & { at: Date; actor_id: number | null; actor_role: Role | null };

const SALT_BYTES = 16;

function born(mac: Mac, entry: NewEntry) {
  const actorId = entry.actor_id === null ? null : String(entry.actor_id);
  const written = { ...entry, at: epochText(entry.at), actor_id: actorId };
  return { ...entry, ...birthOf(mac, written, randomBytes(SALT_BYTES)) };
}

/**
 * Adds entries, and reads back what PostgreSQL keeps of them. Fails when that is not what was written, as a planted trigger, view or
 * function can bring about, so that the change is undone.
 * @returns their births (hexadecimal) by their ids
 */
export async function insertEntries(
  tx: Writer,
  mac: Mac,
  entries: readonly NewEntry[],
): Promise<ReadonlyMap<string, string>> {
  const sent = entries.map((entry) => born(mac, entry));
  const { rows } = await sql<StoredEntry>`
    with e as (${tx.insertInto('audit_events').values(sent).returningAll()}) select ${ENTRY} from e`.execute(tx);
  const expected = new Set(sent.map(({ birth_mac }) => birth_mac?.toString('hex')));
  const kept = rows.filter((row) => isAsBorn(mac, row) && expected.delete(row.birth_mac ?? ''));
  if (kept.length !== sent.length || rows.length !== sent.length)
    throw new Error('the database did not keep an event of the audit trail');
  return new Map(rows.map(({ id, birth_mac }) => [id, birth_mac ?? '']));
}
