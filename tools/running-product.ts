import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.join(import.meta.dirname, '..');

export type Product = { origin: string; pid: number; stop(): Promise<void> };

/** Reads the output up to the line that says that the product is ready. */
async function untilReady(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('the product has no output to read');
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('Switchboard is ready')) return;
  }
  throw new Error('the product did not start');
}

/**
 * Starts the built product as a process of its own that only this machine can reach, with the command that npm runs.
 * @param command `demo` for one with made-up data
 * @param env at least PORT, and DATA_DIR or DEMO_DATA_DIR
 */
export async function startProduct(
  command: 'start' | 'demo',
  env: { PORT: string } & Record<string, string>,
): Promise<Product> {
  const origin = `http://localhost:${env.PORT}`;
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`;
  const local = { PATH, HOST: 'localhost', PUBLIC_URL: origin, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' };
  // The shell becomes the product, because the command begins with `exec`.
  const child = spawn(scripts[command], {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...local, ...env },
  });
  await untilReady(child);
  // Unread output would fill the pipe and block the process.
  child.stdout?.resume();
  if (child.pid === undefined) throw new Error('the product has no process');
  return {
    origin,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Arguments for Chromium on a test machine. As root it cannot use its sandbox. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
