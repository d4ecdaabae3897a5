import { statfs } from 'node:fs/promises';

/** The room on the disk of a folder. Free is what this process may still write. */
export async function diskOf(folder: string): Promise<{ freeBytes: number; sizeBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}
