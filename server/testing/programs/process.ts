import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../lib/root.ts';
import { newFastFolder } from '../fast-folder.ts';
import { freePort } from './ports.ts';

const SOURCE = path.join(import.meta.dirname, '..', '..', 'main.ts');
/** What `npm start` runs. */
export const BUILT = path.join(root, 'dist/server/main.js');
/** An app that is asked to end has this long, in milliseconds. */
const STOP_MS = 60_000;

/** Far more than anything takes on a machine that works. */
export const TEST_PATIENCE_SECONDS = 30;
/**
 * Where Node keeps what it has compiled, so that a product or a command that starts from its sources takes a quarter less of the
 * processor. Node compares each entry with its source.
 */
export const COMPILED = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled') };
/** The settings of every product under test. A test of the usual limits sets an empty text. */
export const TEST_SETTINGS = { PATIENCE_SECONDS: String(TEST_PATIENCE_SECONDS) };

export type RunningApp = {
  url: string;
  /** Its data folder. */
  folder: string;
  process: ChildProcess;
  output(): string;
  kill(): Promise<void>;
  stop(): Promise<number>;
};

function launch(env: Record<string, string>, main = SOURCE) {
  // What is compiled of a program in a folder of its own would be kept and never used again.
  const compiled = main.startsWith(root) ? COMPILED : {};
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...compiled, ...TEST_SETTINGS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const hear = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return { child, output: () => output };
}

/** The apps that run, each with what ends it and what it leaves behind. */
const running = new Map<RunningApp, () => Promise<void>>();
export const runningApps = (): ReadonlySet<RunningApp> => new Set(running.keys());

/** Ends the apps that still run, but for these. */
export async function endApps(spared: ReadonlySet<RunningApp> = new Set()): Promise<void> {
  await Promise.all([...running].filter(([app]) => !spared.has(app)).map(([, end]) => end()));
}

/**
 * Starts the product as a process of its own. Resolves when it is ready, and rejects when it ends before that. It ends with the test or
 * the file of tests that started it, however that ends (set-up.ts).
 * @param env with DATA_DIR when a test needs the folder before or after; otherwise the app has a new one, which is removed with it. With
 *   PORT when it must be known before
 * @param main the program, such as `BUILT`; the server's source when left out
 */
export async function startApp(env: Record<string, string>, main?: string): Promise<RunningApp> {
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const folder = env.DATA_DIR ?? (await newFastFolder('switchboard-app-'));
  const { child, output } = launch({ PORT: String(port), ...env, DATA_DIR: folder }, main);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const app: RunningApp = {
    url: `http://127.0.0.1:${port}`,
    folder,
    process: child,
    output,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code ?? -1;
    },
  };
  running.set(app, async () => {
    running.delete(app);
    if (!isOver()) {
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await app.stop();
      clearTimeout(late);
    }
    if (env.DATA_DIR === undefined) await rm(folder, { recursive: true, force: true });
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output().includes('is ready on') && resolve());
    child.once('exit', (code) => reject(new Error(`the app ended with ${code}:\n${output()}`)));
  });
  return app;
}

/** Starts the product with settings that it must refuse. Returns its exit code and its output. */
export async function refusedStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(env);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}
