import { sql } from 'kysely';
import { shownOfRequest } from '#contract/words/limits.ts';
import type { RequestNotes } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

export const addNotes = (tx: Tx, notes: readonly NewRow<RequestNotes>[]) =>
  tx.insertInto('request_notes').values(notes).execute();

/** Notes with their authors, oldest first. */
const notesWith = (db: Database) =>
  db
    .selectFrom('request_notes')
    .innerJoin('users', 'users.id', 'request_notes.author_id')
    .select(['request_notes.body', 'request_notes.created_at', 'users.name as author'])
    .orderBy('request_notes.id');

const numbersOf = (db: Database, requestId: number) =>
  db.selectFrom('request_notes').select('request_notes.id').where('request_id', '=', requestId);

/** The newest notes of a request, oldest first. */
export const notesOf = (db: Database, requestId: number) =>
  notesWith(db).where(
    'request_notes.id',
    'in',
    numbersOf(db, requestId).orderBy('request_notes.id', 'desc').limit(sql.lit(shownOfRequest.notes)),
  );

/** So many notes of a request, oldest first, behind the first `skipped` ones. */
export const notesBehind = (db: Database, requestId: number, { skipped, most }: { skipped: number; most: number }) =>
  notesWith(db)
    .where('request_notes.id', 'in', numbersOf(db, requestId).orderBy('request_notes.id').offset(skipped).limit(most))
    .execute();

export const noteCountOf = (db: Database, requestId: number) =>
  db.selectFrom('request_notes').select(sql<number>`count(*)::int`.as('n')).where('request_id', '=', requestId);
