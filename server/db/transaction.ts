import type { InsertQueryBuilder, InsertResult, InsertType, Transaction } from 'kysely';
import type { DomainEvent } from '#contract/events.ts';
import type { Author } from '../lib/actor.ts';
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

/** Runs the features' reactions to an event in the transaction of the change. */
export type Announcer = (tx: Tx, actor: Author, event: DomainEvent) => Promise<void>;

/** A transaction that is under way: the only way to write. Only `deps.transaction` and `deps.autocommit` hand one out. */
export type Tx = Omit<Transaction<DB>, 'insertInto'> & {
  insertInto<T extends keyof DB & string>(table: T): Insert<T>;
  readonly announcer: Announcer;
};

/** Runs `work` in one transaction: all that it writes is kept, or nothing. */
export const inTransaction = <T>(
  db: WritableDatabase,
  announcer: Announcer,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => db.transaction().execute((tx) => work(Object.assign(tx, { announcer }) as unknown as Tx));

const cannotAnnounce: Announcer = async () => {
  throw new Error('an event is announced in a transaction, so that a failed reaction undoes the change');
};

/** Runs a single statement, which is a transaction by itself; two of them are two transactions. */
export const autocommit = <T>(db: WritableDatabase, write: (tx: Tx) => Promise<T>): Promise<T> =>
  // A query builder of its own, because the announcer must not appear on the shared one.
  write(Object.assign(db.withoutPlugins(), { announcer: cannotAnnounce }) as unknown as Tx);
