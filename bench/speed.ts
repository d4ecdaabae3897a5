import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import autocannon from 'autocannon';
import { connectionOfRunning } from '#server/db/embedded/embedded.ts';
import { readPostmaster } from '#server/db/embedded/leftovers.ts';
import { startProduct } from '../tools/running-product.ts';
import { prepareFolder, signIn } from './filled-folder.ts';

/**
 * `npm run speed [-- requests]`: compares the speed of the product with a minimal handler on the same PostgreSQL, in one run:
 * requests per second and CPU milliseconds per request (Node and PostgreSQL together), medians of three alternating rounds.
 * DATA_DIR names a folder that an earlier run filled. Without it, a temporary folder is filled with 100,000 requests.
 */
const CONNECTIONS = 10;
const SECONDS = Number(process.env.SPEED_SECONDS ?? 4);
const ROUNDS = 3;
const TICKS_MS = 10;
const PORT = 5390;
const BARE_PORT = 5391;

type Work = { name: string; ours: autocannon.Options; bare: autocannon.Options | null };
type Measured = { rate: number; cpuMs: number; p99: number };

/** The CPU time of a process in ms, including its ended children; 0 when the process has ended. */
function cpuOf(pid: number): { parent: number; ms: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    return { parent: Number(fields[1]), ms: ticks * TICKS_MS };
  } catch {
    return { parent: 0, ms: 0 };
  }
}

const pids = () => readdirSync('/proc').map(Number).filter(Number.isInteger);
/** The CPU time of a process with all of its children, in ms. */
const cpuOfTree = (root: number) =>
  pids().reduce((sum, pid) => {
    const { parent, ms } = cpuOf(pid);
    return pid === root || parent === root ? sum + ms : sum;
  }, 0);

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(options: autocannon.Options, app: number, postmaster: number): Promise<Measured> {
  const cpu = () => cpuOf(app).ms + cpuOfTree(postmaster);
  const before = cpu();
  const result = await autocannon({ connections: CONNECTIONS, duration: SECONDS, ...options });
  if (result.non2xx || result.errors)
    throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`);
  return {
    rate: result.requests.average,
    cpuMs: (cpu() - before) / result.requests.total,
    p99: result.latency.p99,
  };
}

function worksOf(origin: string, token: string, trackingId: string): Work[] {
  const bare = `http://localhost:${BARE_PORT}`;
  const headers = { authorization: `Bearer ${token}` };
  const submission = JSON.stringify({
    customerName: 'Dana Whitfield',
    customerEmail: 'customer-7@bulk.example',
    customerPhone: '(407) 555-0111',
    customerAddress: '88 Sample Street, Orlando, FL 32801',
    title: 'Dark parking lot',
    description: 'Four of nine poles have been out since Friday.',
    priority: 'medium',
  });
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: submission } as const;
  const search = (word: string): Omit<Work, 'name'> => ({
    ours: { url: `${origin}/api/requests?search=${encodeURIComponent(word)}`, headers },
    bare: { url: `${bare}/search?word=${encodeURIComponent(word)}` },
  });
  return [
    {
      name: 'track by ID',
      ours: { url: `${origin}/api/requests/track/${trackingId}` },
      bare: { url: `${bare}/track/${trackingId}` },
    },
    {
      name: 'newest 50 with a status',
      ours: { url: `${origin}/api/requests?status=pending`, headers },
      bare: { url: `${bare}/list?status=pending` },
    },
    { name: 'search, rare word', ...search('chandelier') },
    { name: 'search, common word', ...search('stairwell') },
    {
      name: 'create',
      ours: { url: `${origin}/api/requests/create`, ...post },
      bare: { url: `${bare}/create`, ...post },
    },
    {
      name: 'counts',
      ours: { url: `${origin}/api/requests/stats/dashboard`, headers },
      bare: { url: `${bare}/counts` },
    },
    {
      name: 'home page, brotli',
      ours: { url: `${origin}/`, headers: { 'accept-encoding': 'br' } },
      bare: { url: `${bare}/constant` },
    },
  ];
}

const median3 = (rounds: readonly Measured[]): Measured => ({
  rate: median(rounds.map(({ rate }) => rate)),
  cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
  p99: median(rounds.map(({ p99 }) => p99)),
});
const cell = ({ rate, cpuMs, p99 }: Measured) => `${rate.toFixed(0)} · ${cpuMs.toFixed(2)} · ${p99.toFixed(0)}`;

async function run(): Promise<void> {
  const { dataDir, password, trackingId } = await prepareFolder(Number(process.argv[2] ?? 100_000));
  const product = await startProduct('server/main.ts', { PORT: String(PORT), DATA_DIR: dataDir });
  const bare = fork(path.join(import.meta.dirname, 'bare.ts'), {
    env: { ...process.env, PORT: String(BARE_PORT), CONNECTION: JSON.stringify(connectionOfRunning(dataDir)) },
  });
  const failed = once(bare, 'exit').then(() => {
    throw new Error('the bare handler did not start');
  });
  await Promise.race([once(bare, 'message'), failed]);
  failed.catch(() => undefined);
  const postmaster = readPostmaster(path.join(dataDir, 'postgres', 'data'))?.pid;
  if (!bare.pid || !postmaster) throw new Error('a process that is measured is missing');
  const works = worksOf(product.origin, await signIn(product.origin, password), trackingId);
  const only = process.env.SPEED_ONLY;
  console.log('| work | ours: requests/s · CPU ms · p99 ms | bare | ours / bare |\n|---|---|---|---|');
  for (const work of works.filter(({ name }) => !only || name.includes(only))) {
    const [ours, theirs]: [Measured[], Measured[]] = [[], []];
    await autocannon({ ...work.ours, connections: CONNECTIONS, duration: 1 });
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await measure(work.ours, product.pid, postmaster));
      if (work.bare) theirs.push(await measure(work.bare, bare.pid, postmaster));
    }
    const [mine, other] = [median3(ours), median3(theirs)];
    console.log(`| ${work.name} | ${cell(mine)} | ${cell(other)} | ${Math.round((100 * mine.rate) / other.rate)} % |`);
  }
  bare.kill();
  await product.stop();
}

run().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
