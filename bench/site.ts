import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { connectionOfRunning } from '#server/db/embedded/embedded.ts';
import { readPostmaster } from '#server/db/embedded/leftovers.ts';
import { startProduct } from '../tools/running-product.ts';
import type { Answering } from './measure.ts';
import type { Site } from './works.ts';

/** The product on a data folder, with the ceilings on the same PostgreSQL, each a process of its own. */
export type RunningSite = Pick<Site, 'origin' | 'bare'> & {
  dataDir: string;
  product: Answering;
  ceilings: Answering;
  [Symbol.asyncDispose](): Promise<void>;
};

/** @param port the port of the product; the ceilings have the next one */
export async function startSite(dataDir: string, port: number): Promise<RunningSite> {
  await using opened = new AsyncDisposableStack();
  const product = await startProduct('start', { PORT: String(port), DATA_DIR: dataDir });
  opened.defer(product.stop);
  const bare = fork(path.join(import.meta.dirname, 'bare.ts'), {
    env: { ...process.env, PORT: String(port + 1), CONNECTION: JSON.stringify(connectionOfRunning(dataDir)) },
  });
  opened.defer(() => void bare.kill());
  const failed = once(bare, 'exit').then(() => {
    throw new Error('the ceilings did not start');
  });
  await Promise.race([once(bare, 'message'), failed]);
  failed.catch(() => undefined);
  const postmaster = readPostmaster(path.join(dataDir, 'postgres', 'data'))?.pid;
  if (!bare.pid || !postmaster) throw new Error('a process that is measured is missing');
  const running = opened.move();
  return {
    origin: product.origin,
    bare: `http://localhost:${port + 1}`,
    dataDir,
    product: { node: product.pid, postmaster },
    ceilings: { node: bare.pid, postmaster },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
