import { sql } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import { endWhenSilent } from './silence.ts';
import type { Tx } from './transaction.ts';

const RETRY_MS = 1_000;
const SILENCE_MS = 30_000;
/** How long the database may take to close a connection. */
const FAREWELL_MS = 2_000;

export type Listener = {
  /** Adds a channel. Resolves when the connection listens to it, or at once while there is no connection. */
  add(channel: string): Promise<void>;
  close(): Promise<void>;
};

/** Sends a message of at most 8,000 bytes to every listener of the channel when the transaction commits. */
export async function notify(tx: Tx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
}

/** Asks the server periodically, so that a silent connection is a broken one. */
function keepAsking(client: pg.Client, every: number): void {
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting) return;
    isWaiting = true;
    const done = () => {
      isWaiting = false;
    };
    // A failed query ends the connection, whose own event reports it.
    client.query('select 1').then(done, done);
  }, every).unref();
  client.once('end', () => clearInterval(timer));
}

/** Ends a connection, whether or not the database answers. */
async function end(client: pg.Client): Promise<void> {
  endWhenSilent(client, FAREWELL_MS);
  await client.end();
}

/**
 * Listens to the messages of the instances on this database, over a connection of its own. A connection that breaks, does
 * not answer a periodic check, or is refused a channel is replaced.
 * @param on.connected called after each connection: messages may have been missed before; must not throw
 * @param on.message a message on one of the channels; must not throw
 * @param on.error called for each connection that breaks or cannot be made
 * @param silence milliseconds after which a connection that does not answer is given up
 */
export async function listen(
  connection: PoolConfig,
  on: { connected: () => void; message: (channel: string, payload: string) => void; error: (error: Error) => void },
  silence = SILENCE_MS,
): Promise<Listener> {
  const channels = new Set<string>();
  let isConnected = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  const retryLater = () => {
    if (isClosed || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      void connect();
    }, RETRY_MS);
  };
  const listenTo = (one: pg.Client, channel: string) => one.query(`listen ${one.escapeIdentifier(channel)}`);
  /** A connection without its channels is of no use: the next one asks for all of them again. */
  const giveUp = (failed: pg.Client, error: unknown) => {
    on.error(error instanceof Error ? error : new Error(String(error)));
    void end(failed);
  };
  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionTimeoutMillis: 4_000,
      keepAlive: true,
      application_name: 'switchboard-listen',
      ...connection,
    });
    client = next;
    next.on('error', on.error);
    next.on('notification', ({ channel, payload = '' }) => on.message(channel, payload));
    next.on('end', () => {
      // The end of a connection that has been replaced needs no reaction.
      if (client !== next) return;
      isConnected = false;
      retryLater();
    });
    try {
      await next.connect();
      endWhenSilent(next, silence);
      keepAsking(next, silence / 3);
      for (const channel of channels) await listenTo(next, channel);
      isConnected = true;
      on.connected();
    } catch (error) {
      giveUp(next, error);
      retryLater();
    }
  }

  await connect();
  return {
    async add(channel) {
      channels.add(channel);
      if (!client || !isConnected) return;
      const current = client;
      await listenTo(current, channel).catch((error: unknown) => giveUp(current, error));
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      if (client) await end(client);
    },
  };
}
