// `npm run demo`: like `npm start`, with a year of made-up data in a folder of its own. A separate process writes the data
// and ends before the server begins. When the data already exist, it changes nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './lib-inputs.mjs';
import { buildIfNeeded, needNode24, stopWithNpm } from './lib-run.mjs';

needNode24();
const { demoSettings } = await import('../demo/settings.ts');
Object.assign(process.env, demoSettings(process.env));
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
