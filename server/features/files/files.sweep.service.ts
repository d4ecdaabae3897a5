import { databaseIdOf, knownFiles } from '#server/db/installation.ts';
import type { Deps } from '#server/deps.ts';
import { utcDay } from '#server/lib/days.ts';
import { fileIdOf } from '#server/lib/file-store.ts';
import { readIdFile } from '#server/lib/id-file.ts';
import { MOST_AT_ONCE, sweepRefusal } from './files.sweep.rules.ts';

const DAY_MS = 24 * 3_600_000;
const ORPHAN_MS = 3_600_000;
const TRASH_DAYS = 30;
const BATCH = 500;
/** Older unfinished uploads belong to no call, because every call is shorter. */
const UNFINISHED_MS = 15 * 60_000;

/** Calls `judge` with the keys of a listing and the ids among them that have a row, some hundreds at a time. */
async function inBatches<T extends { key: string }>(
  deps: Deps,
  listing: AsyncIterable<T>,
  judge: (entries: (T & { id: string })[], known: Set<string>) => Promise<void> | void,
): Promise<void> {
  let batch: (T & { id: string })[] = [];
  const flush = async () => {
    await judge(batch, await knownFiles(deps.db, [...new Set(batch.map(({ id }) => id))]));
    batch = [];
  };
  for await (const entry of listing) {
    const id = fileIdOf(entry.key);
    // Files with other names do not belong to Switchboard and stay.
    if (id) batch.push({ ...entry, id });
    if (batch.length >= BATCH) await flush();
  }
  await flush();
}

/** Runs `act` for each file. A failure is logged, and the next file follows. Returns how many succeeded. */
async function each<T extends { key: string }>(deps: Deps, files: readonly T[], act: (file: T) => Promise<void>) {
  let done = 0;
  for (const file of files) {
    try {
      await act(file);
      done += 1;
    } catch (error) {
      deps.log.warn({ err: error, file: file.key }, 'a file could not be moved or deleted');
    }
  }
  return done;
}

/** The files without a row that are older than an hour, with the number of all files and of files with a row. */
async function findOrphans(deps: Deps) {
  const before = deps.now().getTime() - ORPHAN_MS;
  const [ids, keys] = [new Set<string>(), [] as { key: string }[]];
  const found = { known: 0, total: 0 };
  await inBatches(deps, deps.files.list(), (entries, known) => {
    for (const { key, id, changedAt } of entries) {
      if (key === id) found.total += 1;
      if (known.has(id)) found.known += key === id ? 1 : 0;
      // More are refused anyway. With a wrong database they are all files, which may not fit into memory.
      else if (changedAt.getTime() < before && ids.size <= MOST_AT_ONCE) {
        ids.add(id);
        keys.push({ key });
      }
    }
  });
  return { ...found, orphans: ids.size, keys };
}

/**
 * Moves files without a row that are older than an hour to the trash: a crash has left them. Refuses, with an error in the
 * log, when there are so many that the database must be the wrong one.
 * @returns how many files went to the trash
 */
export async function sweepOrphans(deps: Deps): Promise<number> {
  const found = await findOrphans(deps);
  if (found.keys.length === 0) return 0;
  const { idFile, databaseCreated } = deps.installation;
  const [inFolder, inDatabase] = [await readIdFile(idFile), await databaseIdOf(deps.db)];
  const refusal = sweepRefusal(found, {
    createdNow: databaseCreated,
    sameInstallation:
      inFolder !== null && inFolder === inDatabase && (await deps.files.claim(inDatabase)) === inDatabase,
  });
  const { keys, ...counts } = found;
  if (refusal) {
    deps.log.error(
      { ...counts, reason: refusal },
      'files without a row were left where they are: is this the right database? (README, "Files without a row")',
    );
    return 0;
  }
  const day = utcDay(deps.now());
  const moved = await each(deps, keys, ({ key }) => deps.files.discard(key, day));
  deps.log.info({ files: moved, day }, 'files without a row were put into the trash');
  return moved;
}

/**
 * Deletes files that have been in the trash for 30 days. Restores a file that has a row again, as when an older database was
 * restored, and then the right one.
 * @returns how many files were deleted
 */
export async function emptyTrash(deps: Deps): Promise<number> {
  const oldest = utcDay(new Date(deps.now().getTime() - TRASH_DAYS * DAY_MS));
  let erased = 0;
  await inBatches(deps, deps.files.listTrash(), async (entries, known) => {
    const back = entries.filter(({ id }) => known.has(id));
    const restored = await each(deps, back, ({ key, day }) => deps.files.restore(key, day));
    if (restored) deps.log.warn({ files: restored }, 'files that have a row were taken back from the trash');
    const due = entries.filter(({ id, day }) => !known.has(id) && day < oldest);
    erased += await each(deps, due, ({ key, day }) => deps.files.erase(key, day));
  });
  if (erased) deps.log.info({ files: erased }, 'files were deleted after 30 days in the trash');
  return erased;
}

/** Removes the files of uploads that never finished. */
export const sweepUnfinished = (deps: Deps): Promise<number> =>
  deps.files.removeUnfinished(new Date(deps.now().getTime() - UNFINISHED_MS));
