import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** Where PostgreSQL listens: a socket folder (an absolute path), or the loopback address on Windows. */
export interface Address {
  host: string;
  port: number;
}

const SOCKET_PORT = 5432; // only names the socket file; nothing listens on TCP
const SOCKET_PATH_LIMIT = 103; // bytes: macOS allows 103, Linux 107

/**
 * Prepares the address of the cluster under `home`. The socket folder is 0700 and belongs to PostgreSQL's account. It
 * is under `home` unless that path is too long for a socket. Then it is a folder named after `home` in the system's
 * temporary folder, and refused when another user owns it.
 */
export async function prepareAddress(home: string, account: Account | undefined): Promise<Address> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  const inside = join(home, 'socket');
  if (fits(inside)) {
    ownFolder(inside, account);
    return { host: inside, port: SOCKET_PORT };
  }
  const name = `switchboard-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
  const base = process.getuid?.() === 0 && process.platform === 'linux' ? '/run' : tmpdir();
  const outside = [join(base, name), join('/tmp', name)].find(fits) ?? join('/tmp', name);
  ownFolder(outside, account);
  return { host: outside, port: SOCKET_PORT };
}

/**
 * Removes the socket of a former server and its lock file, whose process id may belong to another program by now. This is
 * safe: only this cluster uses the folder, and the data folder has a lock of its own.
 */
export function sweepSockets({ host, port }: Address): void {
  for (const name of [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]) rmSync(join(host, name), { force: true });
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_LIMIT;
}

function ownFolder(folder: string, account: Account | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const self = process.getuid?.();
  const found = lstatSync(folder);
  if (!found.isDirectory() || (found.uid !== self && found.uid !== account?.uid)) {
    throw new Error(`The socket folder ${folder} belongs to somebody else. Remove it, or use a shorter DATA_DIR.`);
  }
  chmodSync(folder, 0o700);
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
