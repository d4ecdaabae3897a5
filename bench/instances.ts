import path from 'node:path';
import type { PoolConfig } from 'pg';
import { readConfig } from '#server/config.ts';
import { readPostmaster } from '#server/db/embedded/leftovers.ts';
import { openStore } from '#server/db/open.ts';
import { startProduct } from '../tools/running-product.ts';
import { type FilledFolder, signIn } from './filled-folder.ts';
import { type Measured, measure, medianOf } from './measure.ts';
import { type Site, type Work, works } from './works.ts';

/** All connections of one measurement. Two instances have half of them each. */
export const CONNECTIONS = 20;
const NAMES = ['track', 'list', 'request', 'create'];

/** A call answered by one instance alone, and by two of them on one PostgreSQL. */
export type Scaling = { title: string; one: Measured; two: Measured };

/** The address of a database whose server listens on a socket of the file system. */
const addressOf = ({ user, password, database, host, port }: PoolConfig) =>
  `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`;

/** What instances measured at the same time have done together: the sum of their rates, and the means of the rest. */
function together(parts: readonly Measured[]): Measured {
  const rate = parts.reduce((sum, part) => sum + part.rate, 0);
  const mean = (figure: keyof Measured) => parts.reduce((sum, part) => sum + part[figure] * part.rate, 0) / rate;
  // PostgreSQL's time is counted beside each instance, and is that of all of them.
  const postgresMs = mean('postgresMs') / parts.length;
  return { rate, p50: mean('p50'), p99: Math.max(...parts.map(({ p99 }) => p99)), nodeMs: mean('nodeMs'), postgresMs };
}

/**
 * Measures some calls with one instance and with two, in turn. All of them share a folder and the PostgreSQL in it.
 * @param port of the first instance; the second has the next one
 */
export async function measureInstances(
  folder: FilledFolder,
  port: number,
  plan: { rounds: number; seconds: number },
): Promise<Scaling[]> {
  await using opened = new AsyncDisposableStack();
  const { dataDir, password, requests } = folder;
  const store = await openStore(readConfig({ DATA_DIR: dataDir }), { step: () => undefined });
  opened.defer(() => store.stop());
  const postmaster = readPostmaster(path.join(dataDir, 'postgres', 'data'))?.pid;
  if (!postmaster) throw new Error('PostgreSQL is missing');
  const database = { DATABASE_URL: addressOf(store.connection), DATABASE_OWNER_URL: addressOf(store.owner) };
  const start = async (nth: number) => {
    const product = await startProduct('start', { PORT: String(port + nth), DATA_DIR: dataDir, ...database });
    opened.defer(product.stop);
    const { origin, pid: node } = product;
    const site: Site = { origin, bare: '', token: await signIn(origin, password), password, requests };
    return { site, by: { node, postmaster } };
  };
  const both = [await start(0), await start(1)];
  const answer = async (work: Work, by: typeof both, seconds: number) => {
    const connections = CONNECTIONS / by.length;
    return together(
      await Promise.all(by.map(({ site, by }) => measure(work.ours(site), by, { connections, seconds }))),
    );
  };
  const scaling: Scaling[] = [];
  for (const work of works.filter(({ name }) => NAMES.includes(name))) {
    const rounds: { one: Measured; two: Measured }[] = [];
    await answer(work, both, plan.seconds);
    for (let round = 0; round < plan.rounds; round += 1)
      rounds.push({
        one: await answer(work, both.slice(0, 1), plan.seconds),
        two: await answer(work, both, plan.seconds),
      });
    scaling.push({
      title: work.title,
      one: medianOf(rounds.map(({ one }) => one)),
      two: medianOf(rounds.map(({ two }) => two)),
    });
  }
  return scaling;
}
