import { spawn } from 'node:child_process';
import { chownSync, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renameDurably, syncFolder } from '../../lib/durable.ts';
import { type Account, commandAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import { ACCESS_RULES, APP_ROLE, addOwner, createRoles, passwordFileOf } from './roles.ts';
import { serverEnvironment } from './server-settings.ts';

/** The data folder of PostgreSQL inside a cluster's home, which is the folder `postgres` of DATA_DIR. */
export const clusterOf = (home: string): string => join(home, 'data');
const accessFileOf = (cluster: string): string => join(cluster, 'pg_hba.conf');

const stagingPrefix = (home: string): string => `${home}.new-`;

/**
 * Creates the cluster of `home` with checksums, UTF-8, its two roles, their password files and its database. Everything
 * is built beside `home` and renamed into place as the last step: a crash in the middle leaves nothing half-made, and
 * the next start begins again. Throws with PostgreSQL's own words when a step fails.
 */
export async function createCluster(home: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  const staging = await mkdtemp(stagingPrefix(home)); // 0700
  try {
    await fill(staging, binaries, account);
    await renameDurably(staging, home);
  } finally {
    await rm(staging, { recursive: true, force: true }); // nothing is there after the rename
  }
}

/** Runs statements on a database of a cluster without a running server. They go through standard input and into no log. */
export const runAlone =
  (cluster: string, binaries: Binaries, account: Account | undefined) =>
  (database: string, statements: readonly string[]): Promise<void> => {
    const args = ['--single', '-D', cluster, '-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic', database];
    return runToEnd(commandAs(account, binaries.postgres, args, cluster), `${statements.join('\n')}\n`);
  };

async function fill(staging: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  const cluster = clusterOf(staging);
  if (account !== undefined) chownSync(staging, account.uid, account.gid);
  const initialise = commandAs(
    account,
    binaries.initdb,
    [
      ...['--pgdata', cluster, '--username', 'postgres', '--auth', 'reject', '--encoding', 'UTF8'],
      ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
      ...['--data-checksums', '--no-instructions'],
    ],
    cluster,
  );
  await runToEnd(initialise, '');
  await writeFile(accessFileOf(cluster), ACCESS_RULES, { flush: true });
  await createRoles(staging, runAlone(cluster, binaries, account));
  await syncFolder(staging);
}

/** Brings a cluster of an earlier version, whose app role owned everything, up to date. No server may run on it. */
export async function upgradeRoles(home: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  const cluster = clusterOf(home);
  await addOwner(home, accessFileOf(cluster), runAlone(cluster, binaries, account));
  await syncFolder(home);
}

/**
 * Removes the folders of unfinished creations. An initdb whose app was killed may still write there. It then fails or
 * finishes unused, and the next start removes its folder. No two creations share a folder.
 */
export async function sweepUnfinished(home: string): Promise<void> {
  for (const name of await readdir(dirname(home))) {
    const path = join(dirname(home), name);
    if (path.startsWith(stagingPrefix(home))) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** True when `home` holds a cluster; throws when it holds something else. */
export function hasCluster(home: string): boolean {
  if (!existsSync(home)) return false;
  if (existsSync(join(clusterOf(home), 'PG_VERSION')) && existsSync(passwordFileOf(home, APP_ROLE))) return true;
  throw new Error(`${home} exists but is not a complete PostgreSQL data folder. Restore it, or move it away.`);
}

function runToEnd({ file, args, identity }: ReturnType<typeof commandAs>, input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...identity, cwd: '/', env: serverEnvironment(), stdio: 'pipe', detached: true });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.stdin.on('error', () => undefined); // the program ended before it read everything; its exit code is the error
    child.stdin.end(input);
    child.once('error', (error) => reject(new Error(`PostgreSQL could not be set up: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      const tail = output.trim().split('\n').slice(-12).join('\n');
      reject(new Error(`PostgreSQL could not be set up (${signal ?? `exit code ${code}`}):\n${tail}`));
    });
  });
}
