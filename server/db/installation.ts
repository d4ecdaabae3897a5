import { randomUUID } from 'node:crypto';
import { DomainError } from '#server/lib/errors.ts';
import { type FileStore, fileIdOf } from '#server/lib/file-store.ts';
import { readIdFile, writeIdFile } from '#server/lib/id-file.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database, WritableDatabase } from './pool.ts';

const BATCH = 500;

/** The data folder and the database belong to different installations. The message says what to do. */
export class InstallationMismatch extends Error {}

/** The id in the database; null when it has none yet. */
export const databaseIdOf = async (db: Database): Promise<string | null> =>
  (await db.selectFrom('installation').select('installation_id').executeTakeFirst())?.installation_id ?? null;

/** The mark of the key that the instances on this database share; null before the first one has claimed it. */
export const databaseKeyMark = async (db: Database): Promise<string | null> =>
  (await db.selectFrom('installation').select('audit_key_mark').executeTakeFirst())?.audit_key_mark ?? null;

/** Notes the mark of the key that the instances share, unless another one has. @returns whether the mark is the shared one now */
export async function claimKey(db: WritableDatabase, mark: string): Promise<boolean> {
  await db.updateTable('installation').set({ audit_key_mark: mark }).where('audit_key_mark', 'is', null).execute();
  return (await databaseKeyMark(db)) === mark;
}

/** The ids of those files that have a row. */
export async function knownFiles(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Whether the database has a row for a file in the store. Ids are random, so one match is proof. True without files. */
async function fileRowsFit(db: Database, store: FileStore): Promise<boolean> {
  let batch: string[] = [];
  let any = false;
  for await (const { key } of store.list()) {
    const id = fileIdOf(key);
    if (!id) continue;
    any = true;
    batch.push(id);
    if (batch.length < BATCH) continue;
    if ((await knownFiles(db, batch)).size) return true;
    batch = [];
  }
  return !any || (await knownFiles(db, batch)).size > 0;
}

/** What a store says when it answers; null when it cannot be reached, which stops no start. What is deleted asks again. */
const unlessAway = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'unavailable') return null;
    throw error;
  });

const mismatch = (folder: string, folderId: string | null, databaseId: string) =>
  new InstallationMismatch(
    `the data folder ${folder} and the database belong to different installations: the folder ` +
      `${folderId ? `is of ${folderId}` : 'holds files that the database does not know'}, the database is ` +
      `${databaseId}. Nothing was changed. Start with the DATABASE_URL (or the postgres folder) that belongs to this ` +
      'folder, restore its database into the new one, or give the new database a DATA_DIR of its own. To use the two ' +
      `together on purpose, start once with ADOPT_DATABASE=${databaseId}`,
  );

/**
 * Compares the installation's id in the data folder with the one in the database, before any file is touched. A side without
 * an id takes the other's, unless the database knows none of the files in the folder.
 * @param options.created the database was made in this start
 * @param options.adopt the database's id when the operator decided that the folder belongs to it from now on (ADOPT_DATABASE)
 * @returns the id
 * @throws InstallationMismatch
 */
export async function openInstallation(
  db: WritableDatabase,
  options: {
    folder: string;
    idFile: string;
    store: FileStore;
    created: boolean;
    adopt: string | undefined;
    log: Log;
  },
): Promise<string> {
  const { folder, idFile, store, created, adopt, log } = options;
  const folderId = await readIdFile(idFile);
  let databaseId = await databaseIdOf(db);
  if (folderId && folderId === databaseId) return claimed(folderId, options);
  // A new database never fits a folder that already belongs to one, even when the folder has no files.
  const fits = !(created && folderId) && (await unlessAway(fileRowsFit(db, store))) !== false;
  if (!databaseId) {
    await db
      .insertInto('installation')
      .values({ installation_id: fits && folderId ? folderId : randomUUID() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Another instance may have stored its id first.
    databaseId = await databaseIdOf(db);
  }
  if (!databaseId) throw new Error('the installation id could not be stored');
  if (databaseId === folderId) return claimed(databaseId, options);
  const adopted = adopt === databaseId;
  if (!adopted && (folderId || !fits)) throw mismatch(folder, folderId, databaseId);
  if (adopted)
    log.warn({ was: folderId, now: databaseId }, 'ADOPT_DATABASE: the data folder belongs to this database now');
  await claimed(databaseId, options);
  await writeIdFile(idFile, databaseId);
  return databaseId;
}

/** Marks the store as that of the installation. @throws InstallationMismatch when it belongs to another one */
async function claimed(id: string, { store, adopt }: { store: FileStore; adopt: string | undefined }): Promise<string> {
  const owner = await unlessAway(store.claim(id, adopt === id));
  if (owner === null || owner === id) return id;
  throw new InstallationMismatch(
    `${store.place} belongs to the installation ${owner}, and the database to ${id}. Nothing was changed. Set another S3_BUCKET or ` +
      `S3_PREFIX, or the database that belongs to it. To use the two together on purpose, start once with ADOPT_DATABASE=${id}`,
  );
}
