// `npm run demo`: like `npm start`, with a year of made-up data in a folder of its own. A separate process writes the data
// and ends before the server begins. When the data already exist, it changes nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { root } from './lib-inputs.mjs';
import { buildIfNeeded, needNode24, stopWithNpm } from './lib-run.mjs';

needNode24();
// DATA_DIR is replaced, so that the demo never touches real data. A blank DEMO_DATA_DIR counts as unset.
process.env.DATA_DIR = resolve(process.env.DEMO_DATA_DIR || join(root, 'demo-data'));
process.env.DATABASE_URL = '';
for (const name of Object.keys(process.env)) if (name.startsWith('S3_')) process.env[name] = '';
// The demo's people are made up: its mails are kept as files and reach nobody.
process.env.SMTP_URL = '';
// The demo prints its passwords, so only this machine may reach it, unless HOST is set.
process.env.HOST ||= '127.0.0.1';
await buildIfNeeded();
stopWithNpm();
await seed();
await import('./start.mjs');

async function seed() {
  const child = spawn(process.execPath, [join(root, 'demo', 'main.ts')], { stdio: 'inherit' });
  // The child stops its PostgreSQL before it ends, and this process waits for the child.
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const [code] = await once(child, 'exit');
  for (const signal of signals) process.off(signal, forward);
  if (code !== 0) process.exit(code ?? 1);
}
