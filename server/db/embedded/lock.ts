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

/** A folder that belongs to this process until `release` is called or the process ends, however it ends. */
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

// A lock object that is garbage collected closes its file and so gives the lock away: hold on to it here.
const held = new Set<DatabaseSync>();

/**
 * Takes a folder for this process, creating it where it is missing. Throws FolderInUse when another process has it, and
 * an Error that names the folder when it cannot be created or written.
 *
 * The lock is the operating system's own advisory file lock, reached through SQLite because Node has no call for it. The
 * kernel grants it to exactly one of two racing starters and takes it back when its holder dies, kill -9 included, so
 * there is no stale lock to judge and no process id to compare. The pid file beside it only serves the message.
 */
export function lockFolder(folder: string): FolderLock {
  const pidFile = join(folder, 'switchboard.pid');
  const lock = take(folder, pidFile);
  // In one step: another process must not read the file between its truncation and the write.
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
    // A power cut or a full disk can leave garbage. The file holds nothing but the lock, which is free.
    if (mayBeHeld(file, readPid(pidFile))) throw new FolderInUse(folder, readPid(pidFile));
    rmSync(file);
    return take(folder, pidFile);
  }
}

/** Whether the process that last had the folder lives and has the lock's file open. Where that cannot be seen, it may. */
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
    // Root's folder may be passed through, not listed: the account that runs PostgreSQL lives further down.
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
