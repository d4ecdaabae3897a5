import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import type { Database } from '#server/db/pool.ts';
import { utcDay } from '#server/lib/days.ts';
import { type FileStore, thumbnailKey } from '#server/lib/file-store.ts';
import type { Draft } from '#server/lib/inbox.ts';
import { type Damage, damageOf, type Problem } from './files.integrity.rules.ts';
import { inspect } from './files.integrity.service.ts';
import * as repo from './files.repo.ts';

const BATCH = 100;
/** Most of a copy is waiting for the other side. */
const AT_ONCE = 8;

type Places = { from: FileStore; to: FileStore };
type Content = Pick<Draft, 'size' | 'sha256'>;

const isSame = (one: Content | null, other: Content | null): boolean =>
  one !== null && other !== null && one.size === other.size && one.sha256.equals(other.sha256);

/** Takes a copy to the local disk; null when there is no such file. */
async function draftOf({ from, to }: Places, key: string): Promise<Draft | null> {
  const stream = await from.read(key);
  return stream && to.draft((file) => pipeline(stream, createWriteStream(file, { flags: 'wx', mode: 0o600 })));
}

/** Stores the content of a draft and reads it back. */
async function keep({ to }: Places, key: string, draft: Draft): Promise<void> {
  try {
    await to.keep(key, draft);
  } finally {
    await to.drop([draft]);
  }
  if (!isSame(draft, await to.digest(key))) throw new Error(`${key} is not in ${to.place} as it was sent there`);
}

/** @returns whether it was copied, and what is wrong with the original of a file that is in no good state in either place */
async function moveFile(places: Places, row: repo.StoredFile): Promise<{ copied: boolean; damage: Damage }> {
  if (damageOf(row, await places.to.digest(row.id)) === null) return { copied: false, damage: null };
  const draft = await draftOf(places, row.id);
  const damage = damageOf(row, draft);
  if (draft && damage) await places.to.drop([draft]);
  else if (draft) await keep(places, row.id, draft);
  return { copied: damage === null, damage };
}

/** A small picture has no hash in the rows: the copy is compared with the original. */
async function moveThumbnail(places: Places, row: repo.StoredFile): Promise<{ copied: boolean; damage: Damage }> {
  const key = thumbnailKey(row.id);
  const there = await inspect(places.to, row, true);
  const source = await places.from.digest(key);
  if (there === null && (source === null || isSame(source, await places.to.digest(key))))
    return { copied: false, damage: null };
  const damage = await inspect(places.from, row, true);
  const draft = damage === null ? await draftOf(places, key) : null;
  if (draft) await keep(places, key, draft);
  return { copied: draft !== null, damage: there === null ? null : damage };
}

/**
 * Copies every stored file that has a row from one place to the other, in the order of the rows' ids, and reads each copy back. What is
 * there already and whole is not copied again, so a second run completes the first. Files without a row stay where they are.
 * @param options.remove deletes an original once its copy is whole
 */
export async function* moveFiles(
  db: Database,
  places: Places,
  options: { remove: boolean },
): AsyncGenerator<{ checked: number; copied: number; problems: Problem[] }> {
  const limit = pLimit(AT_ONCE);
  const day = utcDay(new Date());
  async function remove(key: string): Promise<void> {
    await places.from.discard(key, day).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await places.from.erase(key, day);
  }
  let after: string | null = null;
  for (;;) {
    const rows: repo.StoredFile[] = await repo.filesAfter(db, after, BATCH);
    after = rows.at(-1)?.id ?? null;
    if (after === null) return;
    let copied = 0;
    const problems: Problem[] = [];
    const move = async (row: repo.StoredFile) => {
      for (const thumbnail of row.has_thumbnail ? [true, false] : [false]) {
        const moved = await (thumbnail ? moveThumbnail : moveFile)(places, row);
        const { id, file_name, request_id, held_request_id } = row;
        if (moved.copied) copied += 1;
        if (moved.damage)
          problems.push({ id, file_name, request_id, held_request_id, thumbnail, damage: moved.damage });
        else if (options.remove) await remove(thumbnail ? thumbnailKey(id) : id);
      }
    };
    await Promise.all(rows.map((row) => limit(move, row)));
    yield { checked: rows.length, copied, problems };
  }
}
