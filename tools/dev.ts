import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buildIfNeeded, needNode24, stopWithNpm } from './lib-run.mjs';

/**
 * `npm run dev`: the server restarts when one of its files changes, and the browser gets changed web code at once. The Vite
 * server passes /api and /files on to the server. One Ctrl-C ends both.
 */
const root = path.join(import.meta.dirname, '..');
const port = process.env.PORT || '5000';
const web = 'http://localhost:5173';

needNode24();
// The server renders its own pages from the build.
await buildIfNeeded();
stopWithNpm();

const run = (args: readonly string[], env: Record<string, string>) =>
  spawn(process.execPath, [...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });

const children: readonly ChildProcess[] = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts'], { PORT: port }),
  run(['node_modules/vite/bin/vite.js', '--strictPort', '--logLevel', 'warn'], {
    API_ORIGIN: `http://localhost:${port}`,
  }),
];
console.log(`Open ${web} (the server behind it: http://localhost:${port}). Ctrl-C stops both.`);

let stopping = false;
/** Sends SIGTERM to both once. A Ctrl-C in a terminal reaches them as well, and a second signal does no harm. */
function stop(): void {
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

const codes = await Promise.all(
  children.map(async (child): Promise<number> => {
    const [code] = (await once(child, 'exit')) as [number | null];
    const asked = stopping;
    if (!asked) stop();
    return asked ? 0 : (code ?? 1);
  }),
);
process.exit(Math.max(...codes));
