import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { DB } from './database.ts';
import type { Database } from './pool.ts';

type Lease = { client: Promise<PostgresPoolClient>; users: number };

/**
 * The query builder on one connection of the pool that all its users share, for statements that read a row or two by a key.
 * Statements of the same moment are sent together: PostgreSQL and this process wake up once for several of them, which
 * saves a third of the CPU time of the smallest ones. Slow statements and transactions need a connection of their own: a
 * slow statement would delay all others, and a transaction would include statements of other users.
 * @param pool with `pipeline: true`; the first user takes the connection from it, and the last one returns it
 */
export function shareConnection(pool: Pool): Database {
  let lease: Lease | undefined;
  /**
   * What the users of each connection see of it. Kysely remembers a connection by this object. A new one for each lease would survive the
   * collections of short-lived memory, with all that it leads to.
   */
  const shared = new WeakMap<PoolClient, PostgresPoolClient & { lease: Lease }>();

  function share(client: PoolClient, mine: Lease): PostgresPoolClient {
    const known = shared.get(client);
    if (known) {
      known.lease = mine;
      return known;
    }
    const made = {
      lease: mine,
      query: client.query.bind(client) as PostgresPoolClient['query'],
      release() {
        made.lease.users -= 1;
        if (made.lease.users > 0) return;
        abandon();
        client.release();
      },
    };
    // New users get a new connection. The statements of the current users fail on this one.
    const abandon = () => {
      if (lease === made.lease) lease = undefined;
    };
    client.on('error', abandon);
    client.on('end', abandon);
    shared.set(client, made);
    return made;
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
        // The owner of the pool ends it.
        end: async () => undefined,
      },
    }),
  });
}
