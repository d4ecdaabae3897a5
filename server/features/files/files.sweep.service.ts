import { databaseIdOf, knownFiles } from '#server/db/installation.ts';
import type { Deps } from '#server/deps.ts';
import { fileIdOf } from '#server/lib/file-store.ts';
import { readIdFile } from '#server/lib/id-file.ts';
import { dayOf, MOST_AT_ONCE, sweepRefusal } from './files.sweep.rules.ts';

const DAY_MS = 24 * 3_600_000;
const ORPHAN_MS = 3_600_000;
const TRASH_DAYS = 30;
const BATCH = 500;
/** Longer than any call may take. */
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
    // Files with other names are not ours and stay.
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
      deps.log.warn({ err: error, file: file.key }, 'a file could not be tidied up');
    }
  }
  return done;
}

/** Files that no row names and that are older than an hour, and how many files there are and have a row. */
async function findOrphans(deps: Deps) {
  const before = deps.now().getTime() - ORPHAN_MS;
  const [ids, keys] = [new Set<string>(), [] as { key: string }[]];
  const found = { known: 0, total: 0 };
  await inBatches(deps, deps.files.list(), (entries, known) => {
    for (const { key, id, changedAt } of entries) {
      if (key === id) found.total += 1;
      if (known.has(id)) found.known += key === id ? 1 : 0;
      // So many are refused anyway: with a wrong database it is all of them, and they need not fit into memory.
      else if (changedAt.getTime() < before && ids.size <= MOST_AT_ONCE) {
        ids.add(id);
        keys.push({ key });
      }
    }
  });
  return { ...found, orphans: ids.size, keys };
}

/**
 * Puts aside files that no row names and that are older than an hour: what a crash left behind. Refuses, with an error in
 * the log, where so many would go that the database must be the wrong one.
 * @returns how many files went to the trash
 */
export async function sweepOrphans(deps: Deps): Promise<number> {
  const found = await findOrphans(deps);
  if (found.keys.length === 0) return 0;
  const { idFile, databaseCreated } = deps.installation;
  const [inFolder, inDatabase] = [await readIdFile(idFile), await databaseIdOf(deps.db)];
  const refusal = sweepRefusal(found, {
    createdNow: databaseCreated,
    sameInstallation: inFolder !== null && inFolder === inDatabase,
  });
  const { keys, ...counts } = found;
  if (refusal) {
    deps.log.error(
      { ...counts, reason: refusal },
      'files without a row were left where they are: is this the right database? (README, "Files without a row")',
    );
    return 0;
  }
  const day = dayOf(deps.now());
  const moved = await each(deps, keys, ({ key }) => deps.files.discard(key, day));
  deps.log.info({ files: moved, day }, 'files without a row were put into the trash');
  return moved;
}

/**
 * Deletes what has been in the trash for 30 days. What has a row after all (an older database was restored, and then the
 * right one) goes back to its place instead.
 * @returns how many files were deleted
 */
export async function emptyTrash(deps: Deps): Promise<number> {
  const oldest = dayOf(new Date(deps.now().getTime() - TRASH_DAYS * DAY_MS));
  let erased = 0;
  await inBatches(deps, deps.files.listTrash(), async (entries, known) => {
    const back = entries.filter(({ id }) => known.has(id));
    const restored = await each(deps, back, ({ key, day }) => deps.files.restore(key, day));
    if (restored) deps.log.warn({ files: restored }, 'files that have a row were taken back from the trash');
    const due = entries.filter(({ id, day }) => !known.has(id) && day < oldest);
    erased += await each(deps, due, ({ key, day }) => deps.files.erase(key, day));
  });
  if (erased) deps.log.info({ files: erased }, 'files left the trash for good after 30 days');
  return erased;
}

/** Removes temporary files of uploads that never ended. */
export const sweepUnfinished = (deps: Deps): Promise<number> =>
  deps.files.removeUnfinished(new Date(deps.now().getTime() - UNFINISHED_MS));
