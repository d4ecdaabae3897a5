import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Makes what is written to a file or a folder survive a power cut. */
export async function sync(at: string): Promise<void> {
  const handle = await open(at, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a new name in a folder survive a power cut. Windows cannot open folders and needs no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder);
}

/** Gives a file or a folder another name on the same disk. Resolves when the name survives a power cut; the content is the caller's. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(path.dirname(to));
}

const ownDraft = (file: string) => `${file}.${randomBytes(6).toString('hex')}`;

/** Has `place` give the file its name, once its content survives a power cut. No draft is left, unless the process is killed. */
async function write(file: string, content: string | Buffer, draft: string, place: () => Promise<void>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true });
    await place();
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Writes a private file (0600), in place of an earlier one. The name has the earlier content or the new one at every moment, also after
 * a power cut. Resolves when the new one survives it. Makes the folder when it is missing.
 * @param draft where it is written first, when only one writer uses that name: it takes what a killed one has left there
 */
export async function replaceFile(file: string, content: string | Buffer, draft = ownDraft(file)): Promise<void> {
  await write(file, content, draft, () => renameDurably(draft, file));
}

/** The same for a file that is written once: one that is there already stays, also when another process is as fast. */
export async function createFile(file: string, content: string): Promise<void> {
  const draft = ownDraft(file);
  await write(file, content, draft, async () => {
    // A link, not a rename: it never replaces a file.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  });
  await syncFolder(path.dirname(file));
}
