import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Account, commandAs } from './account.ts';
import { type Address, sweepSockets } from './address.ts';
import type { Binaries } from './binaries.ts';
import { clearLeftovers, readPostmaster } from './leftovers.ts';
import type { ServerLog } from './log.ts';
import { serverArguments, serverEnvironment } from './server-settings.ts';

/** What every launch of a server needs. */
export interface Placement {
  account: Account | undefined;
  address: Address;
  binaries: Binaries;
  cluster: string;
  /** How many connections the server admits. */
  connections: number;
  log: (line: string) => void;
  serverLog: ServerLog;
}

/** A server that accepts connections. `ended` resolves with the reason when the server has ended. */
export interface Postmaster {
  pid: number;
  ended: Promise<string>;
  /** Asks for a fast shutdown, then for harder ones. Resolves when the server has ended. */
  shutDown(): Promise<void>;
  /** Asks for a fast shutdown without waiting, because an exiting process cannot wait. */
  askToStop(): void;
}

/** The server ended before it accepted connections. `transient`: a former server has not released the data yet. */
export class LaunchFailed extends Error {
  readonly transient: boolean;

  constructor(message: string, transient: boolean) {
    super(message);
    this.name = 'LaunchFailed';
    this.transient = transient;
  }
}

const FAST_SHUTDOWN_MS = 5_000;
const IMMEDIATE_SHUTDOWN_MS = 2_000;
const TRANSIENT = /lock file ".*" already exists|pre-existing shared memory block/;

/** Starts the server and waits until it is ready, also during crash recovery. Throws LaunchFailed. */
export async function launch(placement: Placement, stopping: AbortSignal, onLaunch?: () => void): Promise<Postmaster> {
  await clearLeftovers(placement.cluster, placement.log);
  if (process.platform !== 'win32') sweepSockets(placement.address);
  placement.serverLog.bound();
  const mark = placement.serverLog.mark();
  const { child, ended } = start(placement);
  const pid = child.pid;
  if (pid === undefined) throw new LaunchFailed(`PostgreSQL did not start: ${await ended}.`, false);

  const postmaster = supervise(placement, child, pid, ended);
  onLaunch?.();
  let reason: string | undefined;
  ended.then((why) => {
    reason = why;
  });
  let patience = Date.now() + 10_000;
  while (reason === undefined) {
    if (stopping.aborted) {
      await postmaster.shutDown();
      throw new LaunchFailed('PostgreSQL was stopped before it was ready.', false);
    }
    const state = readPostmaster(placement.cluster);
    if (state?.pid === pid && state.ready) return postmaster;
    if (Date.now() > patience) {
      patience = Date.now() + 10_000;
      placement.log('PostgreSQL is still recovering its data; waiting.');
    }
    await Promise.race([ended, wait(10)]);
  }
  const tail = placement.serverLog.since(mark, 12);
  if (isNewer(placement)) {
    throw new LaunchFailed(
      `The data in ${placement.cluster} was made by a newer Switchboard, whose PostgreSQL is newer. Upgrade to that version or a later one.`,
      false,
    );
  }
  throw new LaunchFailed(
    `PostgreSQL did not start in ${placement.cluster} (${reason}):\n${tail}`,
    TRANSIENT.test(tail),
  );
}

/** Whether a later major version of PostgreSQL than the installed one made the data. */
function isNewer({ cluster, binaries }: Placement): boolean {
  const ours = / (\d+)/.exec(execFileSync(binaries.postgres, ['--version'], { encoding: 'utf8' }))?.[1];
  return Number(readFileSync(join(cluster, 'PG_VERSION'), 'utf8')) > Number(ours);
}

function start(placement: Placement): { child: ChildProcess; ended: Promise<string> } {
  const output = placement.serverLog.open();
  const args = serverArguments(placement.cluster, placement.address, placement.connections);
  const command = commandAs(placement.account, placement.binaries.postgres, args, placement.cluster);
  const child = spawn(command.file, command.args, {
    ...command.identity,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', output, output],
    // A process group of its own keeps Ctrl-C of the terminal away. The app gets it, closes, and then stops the server.
    detached: true,
    windowsHide: true,
  });
  placement.serverLog.close(output);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  child.unref();
  return { child, ended };
}

function supervise(placement: Placement, child: ChildProcess, pid: number, ended: Promise<string>): Postmaster {
  const askToStop = () => {
    // Windows has no signals, so pg_ctl stops the server there.
    if (process.platform === 'win32')
      execFile(placement.binaries.pgCtl, ['stop', '-m', 'fast', '-D', placement.cluster]);
    else child.kill('SIGINT');
  };
  const endsWithin = async (milliseconds: number) => {
    const timer = new AbortController();
    const late = wait(milliseconds, false, { signal: timer.signal }).catch(() => false);
    const inTime = await Promise.race([ended.then(() => true), late]);
    timer.abort();
    return inTime;
  };
  const shutDown = async () => {
    child.ref();
    askToStop();
    if (await endsWithin(FAST_SHUTDOWN_MS)) return;
    placement.log('PostgreSQL is slow to stop; stopping it at once. It recovers at the next start.');
    child.kill('SIGQUIT');
    if (await endsWithin(IMMEDIATE_SHUTDOWN_MS)) return;
    child.kill('SIGKILL');
    await ended;
  };
  return { pid, ended, shutDown, askToStop };
}
