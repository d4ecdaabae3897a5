import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A folder that belongs to this process until `release` is called or the process ends for any reason. */
export interface FolderLock {
  release(): void;
}

/** Another process holds the folder. `pid` is its process id, where it could be read. */
export class FolderInUse extends Error {
  readonly pid: number | undefined;

  constructor(folder: string, pid: number | undefined) {
    super(`Another Switchboard${pid === undefined ? '' : ` (pid ${pid})`} is already using ${folder}.`);
    this.name = 'FolderInUse';
    this.pid = pid;
  }
}

const LOCK_FILE = 'switchboard.lock';
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

// Keeps lock objects alive: a garbage-collected one closes its file, which releases the lock.
const held = new Set<DatabaseSync>();

/**
 * Takes a folder for this process, creating it where it is missing. Throws FolderInUse when another process has it, and
 * an Error that names the folder when it cannot be created or written.
 *
 * The lock is an advisory file lock of the operating system, taken through SQLite because Node has no call for it. The
 * kernel grants it to exactly one of two racing processes and releases it when its holder dies, by kill -9 too. So no lock
 * is ever stale. The pid file beside it only serves the error message.
 */
export function lockFolder(folder: string): FolderLock {
  const pidFile = join(folder, 'switchboard.pid');
  const lock = take(folder, pidFile);
  // Renamed into place, because another process must not read a half-written file.
  writeFileSync(`${pidFile}.new`, `${process.pid}\n`);
  renameSync(`${pidFile}.new`, pidFile);
  held.add(lock);
  return {
    release: () => {
      if (held.delete(lock)) lock.close();
    },
  };
}

function take(folder: string, pidFile: string): DatabaseSync {
  const lock = open(folder);
  try {
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (hasCode(error, SQLITE_BUSY)) throw new FolderInUse(folder, readPid(pidFile));
    const isGarbled = hasCode(error, SQLITE_NOTADB) || hasCode(error, SQLITE_CORRUPT);
    const file = join(folder, LOCK_FILE);
    if (!isGarbled) throw new Error(`The data folder ${folder} cannot be locked: ${messageOf(error)}`);
    // A power cut or a full disk can leave a garbled file. It contains no data, so it is replaced unless somebody holds it.
    if (mayBeHeld(file, readPid(pidFile))) throw new FolderInUse(folder, readPid(pidFile));
    rmSync(file);
    return take(folder, pidFile);
  }
}

/** Whether the last holder of the folder runs and has the lock file open. True where open files cannot be listed. */
function mayBeHeld(file: string, pid: number | undefined): boolean {
  if (pid === undefined || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    return open.includes(realpathSync(file));
  } catch (error) {
    // The process has ended, or belongs to another user and cannot be inspected.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

function open(folder: string): DatabaseSync {
  try {
    // Other accounts may pass through root's folder without listing it, because PostgreSQL's account has its folder inside.
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    const file = join(folder, LOCK_FILE);
    const database = new DatabaseSync(file, { timeout: 0 });
    chmodSync(file, 0o600);
    return database;
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`The data folder ${folder} cannot be used: this user must be able to write it (${reason}).`);
  }
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === code;
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isInteger(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
