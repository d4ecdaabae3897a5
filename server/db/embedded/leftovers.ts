import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const FAST_SHUTDOWN_MS = 5_000;
const GIVE_UP_MS = 10_000;

/**
 * Clears what a killed app left of its PostgreSQL. A server that still runs is shut down, because only a server that this
 * app started can be supervised. `postmaster.pid` counts only when its process is a `postgres` that works in this folder.
 * When the process is another program, or the file is empty or garbled (a full disk, a power cut), and this folder has no
 * server process, the file is removed. Otherwise PostgreSQL would never start.
 */
export async function clearLeftovers(cluster: string, log: (line: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = readPostmaster(cluster)?.pid;
  if (pid !== undefined && !isAlive(pid)) return;
  if (pid === undefined || judge(pid, cluster) !== 'ours') {
    if (!mayHaveServers(cluster)) rmSync(file, { force: true });
    return;
  }
  log(`Stopping the PostgreSQL (pid ${pid}) that an interrupted Switchboard left running.`);
  signal(pid, 'SIGINT');
  const started = Date.now();
  let hurried = false;
  while (isAlive(pid) && judge(pid, cluster) === 'ours' && Date.now() - started < GIVE_UP_MS) {
    if (!hurried && Date.now() - started > FAST_SHUTDOWN_MS) {
      hurried = true;
      signal(pid, 'SIGQUIT');
    }
    await wait(20);
  }
}

type PostmasterFile = { pid: number; ready: boolean; port: number; socketFolder: string; host: string };

/** The content of `postmaster.pid`: the process, the address of the server, and whether it accepts connections yet. */
export function readPostmaster(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    const [port = '', socketFolder = '', host = '', , state = ''] = lines.slice(3).map((line) => line.trim());
    return { pid, ready: state === 'ready', port: Number(port), socketFolder, host };
  } catch {
    return undefined;
  }
}

/** True also on platforms where processes cannot be inspected. */
function mayHaveServers(cluster: string): boolean {
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') return commandsOf('-A').some((command) => isServerOf(command, cluster));
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && judge(Number(name), cluster) !== 'stranger');
}

/** Whether a process is this folder's server. `unknown`: a PostgreSQL server whose folder this user may not see. */
function judge(pid: number, cluster: string): 'ours' | 'stranger' | 'unknown' {
  if (process.platform === 'linux') return judgeByProc(pid, cluster);
  if (process.platform === 'win32') return 'unknown';
  return commandsOf('-p', String(pid)).some((command) => isServerOf(command, cluster)) ? 'ours' : 'stranger';
}

const isServerOf = (command: string, cluster: string) => command.includes('postgres') && command.includes(cluster);

function commandsOf(...which: string[]): string[] {
  try {
    return execFileSync('ps', ['-o', 'command=', ...which], { encoding: 'utf8' }).split('\n');
  } catch {
    return [];
  }
}

function judgeByProc(pid: number, cluster: string): 'ours' | 'stranger' | 'unknown' {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return 'stranger';
    // Anybody may read the command line of a process, even a restricted root in a container.
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (words[words.indexOf('-D') + 1] === cluster) return 'ours';
  } catch {
    return 'stranger'; // the process has ended
  }
  try {
    // Every process of a server works in its data folder. Inodes are compared, because folders are moved and mounted.
    const at = statSync(`/proc/${pid}/cwd`);
    const here = statSync(cluster);
    return at.dev === here.dev && at.ino === here.ino ? 'ours' : 'stranger';
  } catch (error) {
    // A process that is ending has no folder any more, some moments before it counts as ended.
    const isHidden = error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
    return isHidden && isAlive(pid) ? 'unknown' : 'stranger';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    // A zombie counts as ended. In a container without an init process zombies stay.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process had already ended.
  }
}
