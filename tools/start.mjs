// `npm start`: builds the website and the server when one of their inputs has changed, then becomes the server. The server runs
// in this process, so that it gets the signals sent to it (npm passes on SIGINT and SIGTERM).
import module from 'node:module';
import { join } from 'node:path';
import { root } from './lib-inputs.mjs';
import { buildIfNeeded, needNode24, stopWithNpm } from './lib-run.mjs';

needNode24();
await buildIfNeeded(async () => {
  const { firstSettingsProblem } = await import('./first-settings.ts');
  const problem = await firstSettingsProblem(process.env);
  if (problem === null) return;
  console.error(`Switchboard could not start: ${problem}`);
  process.exit(1);
});
stopWithNpm();
// Compiled code is kept for the next start, which then is faster.
module.enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'));
console.log('[3/3] Starting the server ...');
await import(join(root, 'dist', 'server', 'main.js'));
