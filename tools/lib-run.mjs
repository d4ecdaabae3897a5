// The common steps of the long-running commands: check the Node version, build the website and the server, and end with npm.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInputs, hashInputs, inputsFile, root } from './lib-inputs.mjs';

/** Ends with an explanation when Node is not version 24. */
export function needNode24() {
  if (Number.parseInt(process.versions.node, 10) >= 24) return;
  console.error(
    `Switchboard needs Node 24; this is ${process.version}. "npm start" in ${root} brings it along; ` +
      'where npm is set to ignore scripts, run "node tools/setup.mjs" once before.',
  );
  process.exit(1);
}

/**
 * Builds the website and the server when one of their inputs has changed since the last build.
 * @param before called before a build
 */
export async function buildIfNeeded(before = async () => {}) {
  // An unpacked archive (tools/pack.ts) is built already, and has nothing to build from.
  if (!existsSync(join(root, 'vite.config.ts'))) return;
  const inputs = hashInputs();
  if (inputs === builtInputs()) return;
  await before();
  console.log('[2/3] Building the website and the server ...');
  rmSync(inputsFile, { force: true });
  build();
  writeFileSync(inputsFile, inputs);
}

function build() {
  // Vite builds for developers when the caller's environment says so, and such a server does not start.
  const env = { ...process.env, NODE_ENV: 'production' };
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const steps = [
    [vite, 'build'],
    [vite, 'build', '--ssr'],
    [vite, 'build', '--config', 'vite.server.config.ts'],
    [join(root, 'tools', 'finish-build.ts')],
  ];
  for (const args of steps) {
    const { status, signal } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
    if (signal) process.kill(process.pid, signal);
    if (status === 0) continue;
    console.error('The website and the server could not be built.');
    process.exit(1);
  }
}

/** Closes the process when npm is gone, because an npm that is killed passes no signal on. */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
