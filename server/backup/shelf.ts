import { mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BackupFolderProblem } from '#contract/words/backups.ts';
import { diskOf, type Room, shared } from '../lib/disk.ts';
import { renameDurably } from '../lib/durable.ts';
import { BackupError } from './backup-error.ts';
import { readManifest } from './manifest.ts';
import { isMissing } from './stored.ts';

/** The end of the name of a folder that is no back-up yet, or none any more. */
const PARTIAL = '.partial';
/** The name of a whole back-up (`nameAt`). */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

export type Shelved = { name: string; at: Date };

/** The moment in the name of a back-up; null for any other name. */
function momentOf(name: string): Date | null {
  const [, day, ...clock] = NAME.exec(name) ?? [];
  const at = new Date(`${day}T${clock.join(':')}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** What is known of the folder of the back-ups at this moment. */
export type Shelf = {
  /** Why no back-up can be written there; null when one can. */
  problem(): Promise<BackupFolderProblem | null>;
  /** The room on its disk; null while it is away or does not answer. */
  room(): Promise<Room | null>;
  /** Whether it is on another disk than the data; null while that is not known. */
  hasOwnDisk(): Promise<boolean | null>;
};

/**
 * @param dataDir the folder of the data
 * @param ms how long its disk may take to answer
 * @param disk replaces the disk, in tests
 */
export function openShelf(
  folder: string,
  { dataDir, ms }: { dataDir: string; ms: number },
  disk = { problemOf, diskOf, areApart },
): Shelf {
  const problem = shared(() => disk.problemOf(folder), ms);
  const room = shared(() => disk.diskOf(folder), ms);
  const apart = shared(() => disk.areApart(folder, dataDir), ms);
  return {
    problem: () => problem().catch(() => 'silent'),
    room: () => room().catch(() => null),
    hasOwnDisk: () => apart().catch(() => null),
  };
}

/** Whether two folders are on different disks. */
async function areApart(folder: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([stat(folder), stat(other)]);
  return one.dev !== two.dev;
}

async function problemOf(folder: string): Promise<BackupFolderProblem | null> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) return 'missing';
  try {
    await rmdir(await mkdtemp(path.join(folder, '.switchboard-')));
    return null;
  } catch {
    return 'unwritable';
  }
}

/**
 * The whole back-ups of an installation in a folder, by their manifests. What has another name, another installation, a damaged
 * manifest or another passphrase is somebody else's.
 * @param options.unreadable is called for each that the disk does not give, which is left out
 */
export async function listShelf(
  folder: string,
  options: {
    installation: string;
    passphrase: string | undefined;
    unreadable: (name: string, error: unknown) => void;
  },
): Promise<Shelved[]> {
  const { installation, passphrase, unreadable } = options;
  // Loaded when it is needed: the package of age takes 4 MB of memory or more.
  const { openCipher } = await import('./cipher.ts');
  const shelved: Shelved[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const at = entry.isDirectory() ? momentOf(entry.name) : null;
    if (!at) continue;
    const place = path.join(folder, entry.name);
    try {
      const manifest = await readManifest(place, await openCipher(place, passphrase));
      if (manifest.installation === installation) shelved.push({ name: entry.name, at });
    } catch (error) {
      const isForeign = error instanceof BackupError || error instanceof SyntaxError || isMissing(error);
      if (!isForeign) unreadable(entry.name, error);
    }
  }
  return shelved;
}

/** Removes a back-up. It loses its name first, so that a removal that is cut off leaves nothing that looks whole. */
export async function removeBackup(folder: string, name: string): Promise<void> {
  const partial = path.join(folder, `${name}${PARTIAL}`);
  await renameDurably(path.join(folder, name), partial);
  await rm(partial, { recursive: true, force: true });
}

/** The names of back-ups whose writing or removal was cut off, or is under way. None while the folder is away. */
export async function listPartial(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.endsWith(PARTIAL))
    .map(({ name }) => name.slice(0, -PARTIAL.length));
}

/** Removes what was cut off under the name that it was going to have, or had. */
export const removePartial = (folder: string, name: string): Promise<void> =>
  rm(path.join(folder, `${name}${PARTIAL}`), { recursive: true, force: true });
