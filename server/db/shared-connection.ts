import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { DB } from './database.ts';
import type { Database } from './pool.ts';

type Lease = { client: Promise<PostgresPoolClient>; users: number };

/**
 * The query builder on one connection of the pool that all its users share, for statements that read a row or two by a key.
 * Statements of the same moment travel together: PostgreSQL and this process wake up once for several of them, which
 * saves a third of the CPU time of the smallest ones. A slow statement would hold up all the others, and a transaction
 * would take in statements of others: both belong on a connection of their own.
 * @param pool with `pipeline: true`; the connection is taken from it with the first user and given back with the last
 */
export function shareConnection(pool: Pool): Database {
  let lease: Lease | undefined;

  function share(client: PoolClient, mine: Lease): PostgresPoolClient {
    // New users get another connection. The statements of the present users fail on this one.
    const abandon = () => {
      if (lease === mine) lease = undefined;
    };
    client.once('error', abandon);
    client.once('end', abandon);
    const query = client.query.bind(client) as PostgresPoolClient['query'];
    return {
      query,
      release() {
        mine.users -= 1;
        if (mine.users > 0) return;
        abandon();
        client.off('error', abandon);
        client.off('end', abandon);
        client.release();
      },
    };
  }

  function take(): Lease {
    const mine: Lease = { users: 0, client: pool.connect().then((client) => share(client, mine)) };
    mine.client.catch(() => {
      if (lease === mine) lease = undefined;
    });
    return mine;
  }

  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect() {
          lease ??= take();
          lease.users += 1;
          return lease.client;
        },
        // The pool is ended by its owner.
        end: async () => undefined,
      },
    }),
  });
}
