// `npm start`: builds the website when something it is made of changed, then becomes the server. The server runs in
// this very process, so that a signal sent to it (npm passes on SIGINT and SIGTERM) meets the server and nothing else.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { builtInputs, hashInputs, inputsFile, root } from './lib-inputs.mjs';

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Switchboard needs Node 24; this is ${process.version}. "npm start" in ${root} brings it along; ` +
      'where npm is set to ignore scripts, run "node tools/setup.mjs" once before.',
  );
  process.exit(1);
}

const inputs = hashInputs();
if (inputs !== builtInputs()) {
  console.log('[2/4] Building the website ...');
  rmSync(inputsFile, { force: true });
  build();
  writeFileSync(inputsFile, inputs);
}

stopWithNpm();
console.log('[3/4] Starting the server ...');
await import('../server/main.ts');

// An npm that is killed outright passes nothing on: notice that it is gone, and close as if it had.
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

function build() {
  const script = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
  const args = ['run', 'build', '--silent'];
  const [command, ...rest] = script ? [process.execPath, script, ...args] : ['npm', ...args];
  const { status, signal } = spawnSync(command, rest, { cwd: root, stdio: 'inherit', shell: !script });
  if (signal) process.kill(process.pid, signal);
  if (status === 0) return;
  console.error('The website could not be built.');
  process.exit(1);
}
