import pg, { type PoolConfig } from 'pg';

const RETRY_MS = 1_000;

export type Listener = { close(): Promise<void> };

/**
 * Hears what instances on this database announce with NOTIFY, on a connection of its own. One that breaks is replaced;
 * as news may be lost meanwhile, `on.news` is also called after each connection.
 * @param on.news something may have changed; must not throw
 * @param on.error told of each connection that breaks or cannot be made
 */
export async function listen(
  connection: PoolConfig,
  channel: string,
  on: { news: () => void; error: (error: Error) => void },
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
      await client?.end();
    },
  };
}
