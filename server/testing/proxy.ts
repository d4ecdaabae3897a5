import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { PoolConfig } from 'pg';

export type Proxy = {
  /** The address of the database through the proxy. */
  connection: PoolConfig;
  /** Silently drops everything on the existing connections; with `all`, also on later ones. */
  silence(all?: 'all'): void;
  /** Lets later connections through again. */
  speak(): void;
  close(): Promise<void>;
};

/** A network between the product and its database that can silently drop all packets. */
export async function aProxy(postgres: PoolConfig): Promise<Proxy> {
  const { host = '', port = 5432 } = postgres;
  const sockets = new Set<Socket>();
  let isDeaf = false;
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    if (isDeaf) return;
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    connection: { ...postgres, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    silence(all) {
      isDeaf = all === 'all';
      for (const socket of sockets) socket.unpipe().pause();
    },
    speak() {
      isDeaf = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
