import {
  type InsertQueryBuilder,
  type InsertResult,
  type InsertType,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';
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

/** A transaction whose inserts name every column. */
export type Writer = Omit<Transaction<DB>, 'insertInto'> & {
  insertInto<T extends keyof DB & string>(table: T): Insert<T>;
};

/** A transaction that is under way: the only way to write. Only `deps.transaction` and `deps.autocommit` hand one out. */
export type Tx = Writer & {
  readonly announcer: Announcer;
  /** Calls `done` once what was written is kept; it must not throw. */
  afterCommit(done: () => void): void;
};

/**
 * The query builder on the connection of a transaction. Unlike Kysely's own it does not wait for the answer to a statement
 * before it sends the next one: statements that are issued in the same moment travel together (the pool is in pipeline mode).
 */
function openBuilder(client: PoolClient) {
  let isOpen = true;
  const { stream } = client.connection;
  const query = (text: string, values?: unknown[]): Promise<QueryResult> => {
    // A use case that forgets to await a statement must not write outside its transaction.
    if (!isOpen) throw new Error('the transaction of this statement has ended');
    // One write to the socket for all statements that are issued until the next tick.
    stream.cork();
    process.nextTick(() => stream.uncork());
    return client.query(text, values);
  };
  const connection = { query, release: () => undefined } as unknown as PostgresPoolClient;
  const pool = { options: {}, connect: async () => connection, end: async () => undefined };
  return {
    query,
    builder: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    close: () => {
      isOpen = false;
    },
  };
}

/**
 * Runs `work` in one transaction: all that it writes is kept, or nothing. Statements may be issued without waiting for each
 * other; PostgreSQL runs them in the order in which they were issued.
 */
export async function inTransaction<T>(pool: Pool, announcer: Announcer, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const { query, builder, close } = openBuilder(client);
  let isBroken = false;
  const whenKept: (() => void)[] = [];
  const afterCommit = (done: () => void) => void whenKept.push(done);
  try {
    // Sent with the first statement. When it fails, that statement fails as well.
    const begun = query('begin');
    begun.catch(() => undefined);
    const answer = await work(Object.assign(builder, { announcer, afterCommit }) as unknown as Tx);
    await begun;
    const { command } = await query('commit');
    if (command === 'ROLLBACK') throw new Error('a statement of this transaction failed, and nobody noticed');
    for (const done of whenKept) done();
    return answer;
  } catch (error) {
    await query('rollback').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    close();
    client.release(isBroken);
  }
}

const needsTransaction = () => {
  throw new Error('an event is announced in a transaction, so that a failed reaction undoes the change');
};

/** Runs a single statement, which is a transaction by itself; two of them are two transactions. */
export const autocommit = <T>(db: WritableDatabase, write: (tx: Tx) => Promise<T>): Promise<T> =>
  // A query builder of its own, because the announcer must not appear on the shared one.
  write(
    Object.assign(db.withoutPlugins(), {
      announcer: async () => needsTransaction(),
      afterCommit: needsTransaction,
    }) as unknown as Tx,
  );
