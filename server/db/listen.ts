import pg, { type PoolConfig } from 'pg';
import { endWhenSilent } from './silence.ts';

const RETRY_MS = 1_000;
const SILENCE_MS = 30_000;
/** How long the database has to say goodbye. */
const FAREWELL_MS = 2_000;

export type Listener = { close(): Promise<void> };

/** Has the server say something from time to time, so that its silence means something. */
function keepAsking(client: pg.Client, every: number): void {
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting) return;
    isWaiting = true;
    const done = () => {
      isWaiting = false;
    };
    // A failure ends the connection, which is told of by its own event.
    client.query('select 1').then(done, done);
  }, every).unref();
  client.once('end', () => clearInterval(timer));
}

/**
 * Hears what instances on this database announce with NOTIFY, on a connection of its own. One that breaks, or does not
 * answer when it is asked from time to time, is replaced; as news may be lost meanwhile, `on.news` is also called after
 * each connection.
 * @param on.news something may have changed; must not throw
 * @param on.error told of each connection that breaks or cannot be made
 * @param silence milliseconds after which a connection that does not answer is given up
 */
export async function listen(
  connection: PoolConfig,
  channel: string,
  on: { news: () => void; error: (error: Error) => void },
  silence = SILENCE_MS,
): Promise<Listener> {
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
  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionTimeoutMillis: 4_000,
      keepAlive: true,
      application_name: 'switchboard-listen',
      ...connection,
    });
    client = next;
    next.on('error', on.error);
    next.on('notification', on.news);
    // The end of one that has been replaced is no news.
    next.on('end', () => client === next && retryLater());
    try {
      await next.connect();
      endWhenSilent(next, silence);
      keepAsking(next, silence / 3);
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
      on.news();
    } catch (error) {
      on.error(error instanceof Error ? error : new Error(String(error)));
      retryLater();
    }
  }

  await connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(retry);
      if (!client) return;
      endWhenSilent(client, FAREWELL_MS);
      await client.end();
    },
  };
}
