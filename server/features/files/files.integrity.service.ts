import { buffer } from 'node:stream/consumers';
import { knownFiles } from '#server/db/installation.ts';
import type { Deps } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { NOBODY } from '#server/lib/actor.ts';
import { DomainError } from '#server/lib/errors.ts';
import { type FileStore, fileIdOf, thumbnailKey } from '#server/lib/file-store.ts';
import { type Damage, damageOf, isWholeWebp, type Problem } from './files.integrity.rules.ts';
import * as repo from './files.repo.ts';

const BATCH = 100;
/** How many of the newest files the start checks. */
const SAMPLE = 20;

type StoredRow = Pick<repo.FileRow, 'id' | 'file_size' | 'sha256' | 'has_thumbnail'>;

/** Reads a stored file, or its thumbnail, and compares it with its row. */
export async function inspect(store: FileStore, row: StoredRow, thumbnail: boolean): Promise<Damage> {
  if (!thumbnail) return damageOf(row, await store.digest(row.id));
  const stream = await store.read(thumbnailKey(row.id));
  if (!stream) return 'missing';
  return isWholeWebp(await buffer(stream)) ? null : 'damaged';
}

/** Whether a stored file, and its thumbnail if it has one, are as they were stored. */
const isWhole = async (store: FileStore, row: StoredRow): Promise<boolean> =>
  !(await inspect(store, row, false)) && !(row.has_thumbnail && (await inspect(store, row, true)));

/**
 * Logs an error each time a stored file is found damaged or missing, and notifies the admins once. After a repair, new damage
 * is reported again.
 */
export async function noteDamage(deps: Deps, row: repo.StoredFile, damage: Damage): Promise<void> {
  if (damage === null) {
    // The mark concerns the file and its thumbnail.
    if (row.damaged_at && (await isWhole(deps.files, row)))
      await deps.autocommit((tx) => repo.setDamaged(tx, row.id, null));
    return;
  }
  deps.log.error(
    { file: row.id, request: row.request_id, held_request: row.held_request_id, damage },
    'a stored file is not what was stored',
  );
  await deps.transaction(async (tx, deps) => {
    if (!(await repo.setDamaged(tx, row.id, deps.now()))) return;
    const { request_id, file_name } = row;
    await announce(tx, NOBODY, { type: 'file.damaged', request_id, file_name, damage });
  });
}

/** Logs an error when the store cannot be reached, refuses what the product does, or has none of the newest files. None of it stops a start. */
export async function warnOfMissingFiles(deps: Pick<Deps, 'db' | 'files' | 'log'>): Promise<boolean> {
  try {
    const refused = await deps.files.refusedActions();
    if (refused.length) {
      deps.log.error(
        { refused },
        `the key may not do ${refused.join(', ')} in ${deps.files.place}: give it the policy of docs/INSTALL.md, "Files in a bucket"`,
      );
      return true;
    }
    for await (const _ of deps.files.list()) break;
    return await areNewestMissing(deps);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { cause, message } = error;
    deps.log.error(
      { reason: cause instanceof Error ? cause.message : message },
      `${deps.files.place} cannot be reached: files are refused with 503 until it can`,
    );
    return true;
  }
}

/** All of the newest files are missing when the folder was not moved along, is not mounted, or the settings name another place. */
async function areNewestMissing(deps: Pick<Deps, 'db' | 'files' | 'log'>): Promise<boolean> {
  const rows = await repo.newestFiles(deps.db, SAMPLE);
  for (const { id } of rows) {
    const stream = await deps.files.read(id);
    stream?.destroy();
    if (stream) return false;
  }
  if (rows.length === 0) return false;
  deps.log.error(
    { looked_for: rows.length },
    `the database names files, but not one of the newest is in ${deps.files.place}: restore them from the backup, or, when the settings of the bucket have changed, move them there (npm run files:move)`,
  );
  return true;
}

/**
 * Compares every stored file with its row, in the order of the rows' ids, some at a time. Changes nothing.
 * @param after the id where an earlier run stopped; null to begin at the beginning
 */
export async function* verifyFiles(
  deps: Pick<Deps, 'db' | 'files'>,
  after: string | null,
): AsyncGenerator<{ after: string; checked: number; problems: Problem[] }> {
  let last = after;
  for (;;) {
    const rows = await repo.filesAfter(deps.db, last, BATCH);
    const newest = rows.at(-1)?.id;
    if (!newest) return;
    const problems: Problem[] = [];
    for (const row of rows) {
      for (const thumbnail of row.has_thumbnail ? [false, true] : [false]) {
        const damage = await inspect(deps.files, row, thumbnail);
        const { id, file_name, request_id, held_request_id } = row;
        if (damage) problems.push({ id, file_name, request_id, held_request_id, thumbnail, damage });
      }
    }
    last = newest;
    yield { after: newest, checked: rows.length, problems };
  }
}

/** The number of rows to compare with the store, from where an earlier run stopped. */
export const countFiles = (deps: Pick<Deps, 'db'>, after: string | null): Promise<number> =>
  repo.countAfter(deps.db, after);

/** The number of stored files without a row. Files younger than an hour do not count, because their row may follow. */
export async function countOrphans(deps: Pick<Deps, 'db' | 'files'>, now: Date): Promise<number> {
  let [orphans, batch] = [0, new Set<string>()];
  const flush = async () => {
    orphans += batch.size - (await knownFiles(deps.db, [...batch])).size;
    batch = new Set();
  };
  for await (const { key, changedAt } of deps.files.list()) {
    const id = fileIdOf(key);
    if (id === key && now.getTime() - changedAt.getTime() > 3_600_000) batch.add(id);
    if (batch.size >= BATCH) await flush();
  }
  await flush();
  return orphans;
}
