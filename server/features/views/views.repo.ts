import type { Selectable } from 'kysely';
import type { ChosenTable, Density } from '#contract/words/views.ts';
import type { Views } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';

const columns = ['id', 'name', 'query', 'hidden', 'density', 'version', 'changed_at'] as const;

export type ViewRow = Pick<Selectable<Views>, (typeof columns)[number]>;
export type Content = { name: string; query: string; hidden: string[]; density: Density };
/** A density as stored; another release may know other ones. */
type Stored<C> = Omit<C, 'density'> & { density: string };
export type StoredView = Stored<Content>;
export type StoredChoice = Stored<Pick<Content, 'hidden' | 'density'>>;

export const listOf = (db: Database, userId: number): Promise<ViewRow[]> =>
  db.selectFrom('views').select(columns).where('user_id', '=', userId).orderBy('id').execute();

export const listTablesOf = (db: Database, userId: number) =>
  db
    .selectFrom('table_choices')
    .select(['table_name', 'hidden', 'density'])
    .where('user_id', '=', userId)
    .orderBy('table_name')
    .execute();

/** Which fields of a view changed at which version. */
export const changesOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('views')
    .select(['version', 'changes_from', 'recent_changes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Lets the changes of one person's views run one after the other, so that they can be counted. */
export const lockOwner = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();

export const insert = (tx: Tx, userId: number, content: StoredView, at: Date): Promise<ViewRow> =>
  tx
    .insertInto('views')
    .values({ ...content, user_id: userId, changed_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const replace = (tx: Tx, userId: number, id: number, content: StoredView, at: Date): Promise<ViewRow> =>
  tx
    .updateTable('views')
    .set((row) => ({ ...content, version: row('version', '+', 1), changed_at: at }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Deletes a view and returns the row; undefined when it belongs to another person. */
export const deleteOf = (tx: Tx, userId: number, id: number): Promise<ViewRow | undefined> =>
  tx.deleteFrom('views').where('id', '=', id).where('user_id', '=', userId).returning(columns).executeTakeFirst();

export const findTable = (tx: Tx, userId: number, table: ChosenTable) =>
  tx
    .selectFrom('table_choices')
    .select(['hidden', 'density'])
    .where('user_id', '=', userId)
    .where('table_name', '=', table)
    .executeTakeFirst();

export const writeTable = (tx: Tx, userId: number, table: ChosenTable, choice: StoredChoice) =>
  tx
    .insertInto('table_choices')
    .values({ user_id: userId, table_name: table, ...choice })
    .onConflict((conflict) => conflict.columns(['user_id', 'table_name']).doUpdateSet(choice))
    .execute();
