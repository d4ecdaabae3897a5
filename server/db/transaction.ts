import type { InsertQueryBuilder, InsertResult, InsertType, Transaction } from 'kysely';
import type { DB } from './database.ts';
import type { WritableDatabase } from './pool.ts';

type Optional<R> = { [K in keyof R]: undefined extends InsertType<R[K]> ? K : never }[keyof R];

/**
 * A row to insert with every column named, null where there is nothing to say. Only columns that PostgreSQL fills in (ids,
 * defaults) may be missing: a column left out of an insert would silently lose its value.
 */
export type NewRow<R> = { [K in Exclude<keyof R, Optional<R>>]: InsertType<R[K]> } & {
  [K in Optional<R>]?: InsertType<R[K]>;
};

type Insert<T extends keyof DB> = Pick<InsertQueryBuilder<DB, T, InsertResult>, 'columns'> & {
  values(rows: NewRow<DB[T]> | readonly NewRow<DB[T]>[]): InsertQueryBuilder<DB, T, InsertResult>;
};

declare const handedOut: unique symbol;

/** A transaction that is under way: the only way to write. Only `deps.transaction` and `deps.autocommit` hand one out. */
export type Tx = Omit<Transaction<DB>, 'insertInto'> & {
  insertInto<T extends keyof DB & string>(table: T): Insert<T>;
  readonly [handedOut]: true;
};

/** Runs `work` in one transaction: all that it writes is kept, or nothing. */
export const inTransaction = <T>(db: WritableDatabase, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute((tx) => work(tx as unknown as Tx));

/** Runs a single statement, which is a transaction by itself; two of them are two transactions. */
export const autocommit = <T>(db: WritableDatabase, write: (tx: Tx) => Promise<T>): Promise<T> =>
  write(db as unknown as Tx);
