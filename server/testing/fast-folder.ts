import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const MEMORY_BYTES = 2 * 1024 ** 3;

/** A new folder in memory, where PostgreSQL waits for no disk, when there is room; else on the disk. */
export async function newFastFolder(prefix: string): Promise<string> {
  const room = await statfs(MEMORY).catch(() => null);
  return mkdtemp(path.join(room && room.bavail * room.bsize >= MEMORY_BYTES ? MEMORY : tmpdir(), prefix));
}
