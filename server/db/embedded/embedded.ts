import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Account, accountFor } from './account.ts';
import { type Address, prepareAddress } from './address.ts';
import { findBinaries } from './binaries.ts';
import { clusterOf, createCluster, hasCluster, sweepUnfinished, upgradeRoles } from './create.ts';
import { LaunchFailed, launch, type Placement, type Postmaster } from './launch.ts';
import { clearLeftovers, readPostmaster } from './leftovers.ts';
import { lockFolder } from './lock.ts';
import { serverLog } from './log.ts';
import { APP_ROLE, lacksOwner, OWNER_ROLE, passwordFileOf, type Role, roles } from './roles.ts';

/** Options for `pg.Pool`, with time-outs. A migration that needs longer sets its own time-out with SET LOCAL. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  statement_timeout: number;
  idle_in_transaction_session_timeout: number;
}

export interface EmbeddedPostgres {
  /** The connection of the app's role, which reads and writes rows. */
  connection: EmbeddedConnection;
  /** The connection of the role that owns the tables, for migrations and tools. */
  owner: EmbeddedConnection;
  /** The server's current process id. A restart changes it. */
  readonly pid: number;
  /** Registers a function that is called when the server ended unexpectedly and its restart has begun. */
  onExit(callback: (reason: string) => void): void;
  /** Shuts the server down and releases the data folder. Close the pool first. */
  stop(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const START_RETRY_MS = 10_000;
const LOG_CHECK_MS = 10 * 60_000;

/**
 * Starts the PostgreSQL inside the data folder and keeps it running until `stop`: a server that dies is restarted, with as
 * many attempts as it takes. Creates the cluster at the first start. Throws FolderInUse when another app has the folder,
 * and otherwise one Error with PostgreSQL's own last lines. Calls `onLaunch` when PostgreSQL is launched and not ready yet.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: (line: string) => void;
  onLaunch?: () => void;
  /** How many connections the server admits: room for one app, its tools and a second app that takes over. */
  connections?: number;
}): Promise<EmbeddedPostgres> {
  const lock = lockFolder(resolve(options.dataDir));
  try {
    const dataDir = realpathSync(options.dataDir);
    const home = join(dataDir, 'postgres');
    const placement = { ...(await prepare(home, dataDir, options.log)), connections: options.connections ?? 60 };
    const connection = connectionTo(home, placement.address, APP_ROLE);
    const owner = connectionTo(home, placement.address, OWNER_ROLE);
    const supervised = keepRunning(placement, await firstLaunch(placement, options.onLaunch));
    return {
      connection,
      owner,
      get pid() {
        return supervised.pid();
      },
      onExit: supervised.onExit,
      stop: async () => {
        await supervised.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The connection to the server that another process runs on this data folder, for a tool beside the app. The tool must not
 * stop that server. Throws an Error when the server is not ready, or the folder has no database.
 */
export function connectionOfRunning(dataDir: string): EmbeddedConnection {
  const home = join(realpathSync(dataDir), 'postgres');
  const server = hasCluster(home) ? readPostmaster(clusterOf(home)) : undefined;
  if (!server?.ready) throw new Error(`The database in ${home} is not ready. Try again.`);
  return connectionTo(home, { host: server.socketFolder || server.host, port: server.port }, APP_ROLE);
}

const connectionTo = (home: string, address: Address, role: Role): EmbeddedConnection => ({
  ...address,
  user: role,
  password: readFileSync(passwordFileOf(home, role), 'utf8').trim(),
  database: APP_ROLE,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
});

async function prepare(
  home: string,
  dataDir: string,
  log: (line: string) => void,
): Promise<Omit<Placement, 'connections'>> {
  const cluster = clusterOf(home);
  const binaries = await findBinaries();
  const account = await accountFor(cluster);
  await sweepUnfinished(home);
  if (!hasCluster(home)) {
    log('Creating the database ...');
    await createCluster(home, binaries, account);
  }
  await takeOver(home, cluster, account);
  if (lacksOwner(home)) {
    await clearLeftovers(cluster, log);
    await upgradeRoles(home, binaries, account);
  }
  const address = await prepareAddress(home, account);
  return { account, address, binaries, cluster, log, serverLog: serverLog(join(dataDir, 'postgres.log')) };
}

// A folder restored from a backup may have lost its owner and its mode, and PostgreSQL refuses to start without them.
async function takeOver(home: string, cluster: string, account: Account | undefined): Promise<void> {
  if (account !== undefined && statSync(cluster).uid !== account.uid) {
    await promisify(execFile)('chown', ['-R', `${account.uid}:${account.gid}`, home]);
  }
  chmodSync(cluster, 0o700);
  for (const role of roles) {
    if (existsSync(passwordFileOf(home, role))) chmodSync(passwordFileOf(home, role), 0o600);
  }
}

async function firstLaunch(placement: Placement, onLaunch?: () => void): Promise<Postmaster> {
  const deadline = Date.now() + START_RETRY_MS;
  for (;;) {
    try {
      return await launch(placement, new AbortController().signal, onLaunch);
    } catch (error) {
      if (!(error instanceof LaunchFailed && error.transient) || Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}

function keepRunning(placement: Placement, first: Postmaster) {
  const stopping = new AbortController();
  const listeners: ((reason: string) => void)[] = [];
  let current = first;
  const atExit = () => current.askToStop();
  const boundLog = setInterval(() => placement.serverLog.bound(), LOG_CHECK_MS);
  boundLog.unref();
  process.on('exit', atExit);

  const watch = async () => {
    for (;;) {
      const reason = await current.ended;
      if (stopping.signal.aborted) return;
      placement.log(`PostgreSQL ended unexpectedly (${reason}); starting it again.`);
      for (const listener of listeners) listener(reason);
      const next = await relaunch(placement, stopping.signal);
      if (next === undefined) return;
      current = next;
      if (stopping.signal.aborted) return current.shutDown();
      placement.log(`PostgreSQL runs again (pid ${current.pid}).`);
    }
  };
  const watching = watch();

  return {
    pid: () => current.pid,
    onExit: (callback: (reason: string) => void) => {
      listeners.push(callback);
    },
    stop: async () => {
      stopping.abort();
      clearInterval(boundLog);
      await current.shutDown();
      await watching;
      process.off('exit', atExit);
    },
  };
}

/** Tries until the server runs or the app stops, so that a full disk or a slow former server does not end the app. */
async function relaunch(placement: Placement, stopping: AbortSignal): Promise<Postmaster | undefined> {
  let pause = 100;
  let told = '';
  while (!stopping.aborted) {
    try {
      return await launch(placement, stopping);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!stopping.aborted && message !== told) placement.log(message);
      told = message;
      await wait(pause, undefined, { signal: stopping }).catch(() => undefined);
      pause = Math.min(pause * 2, 5_000);
    }
  }
  return undefined;
}
