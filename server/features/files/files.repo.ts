import { type Selectable, sql } from 'kysely';
import { shownOfRequest } from '#contract/words/limits.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Files } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';
import type { NewRow, Tx } from '#server/db/transaction.ts';

export type FileRow = Selectable<Files> & { uploader_name: string | null };

/** All columns by their names, so that a column of a newer release changes no statement. */
const columns = [
  'files.created_at',
  'files.damaged_at',
  'files.file_name',
  'files.file_size',
  'files.file_type',
  'files.has_thumbnail',
  'files.held_request_id',
  'files.id',
  'files.kind',
  'files.position',
  'files.refused_work_id',
  'files.request_id',
  'files.sha256',
  'files.uploaded_by',
] as const;

export async function insertFiles(tx: Tx, rows: readonly NewRow<Files>[]): Promise<void> {
  if (rows.length)
    await tx
      .insertInto('files')
      .values([...rows])
      .execute();
}

/** The work that these files belonged to was saved: they are files of its request. */
export const releaseFiles = (tx: Tx, refusedWorkId: number) =>
  tx.updateTable('files').set({ refused_work_id: null }).where('refused_work_id', '=', refusedWorkId).execute();

/** Files with their uploaders, in the order of a gallery. */
const inGallery = (db: Database) =>
  db
    .selectFrom('files')
    .leftJoin('users', 'users.id', 'files.uploaded_by')
    .select(columns)
    .select('users.name as uploader_name')
    .orderBy('files.created_at')
    .orderBy('files.position')
    .orderBy('files.id');

/** The files of a request's own gallery: not its signatures, and not those of work that was refused. */
const galleryOf = (db: Database, requestId: number) =>
  db
    .selectFrom('files')
    .where('files.request_id', '=', requestId)
    .where('files.refused_work_id', 'is', null)
    .where('files.kind', '<>', 'signature');

/** How many files the gallery of a request has. */
export const fileCountOf = async (db: Database, requestId: number) =>
  (await galleryOf(db, requestId).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n;

const newestOf = (db: Database, requestId: number) =>
  galleryOf(db, requestId)
    .select('files.id')
    .orderBy('files.created_at', 'desc')
    .orderBy('files.position', 'desc')
    .orderBy('files.id', 'desc');

/** The newest files of a request's gallery, and its newest signatures. */
export const listFilesOf = builtOnce((db, requestId: number) => {
  const signatures = db
    .selectFrom('files')
    .select('files.id')
    .where('files.request_id', '=', requestId)
    .where('files.refused_work_id', 'is', null)
    .where('files.kind', '=', 'signature')
    .orderBy('files.created_at', 'desc')
    .limit(sql.lit(shownOfRequest.evidence));
  const gallery = newestOf(db, requestId).limit(sql.lit(shownOfRequest.files));
  return inGallery(db)
    .where('files.request_id', '=', requestId)
    .where(({ eb, or }) => or([eb('files.id', 'in', gallery), eb('files.id', 'in', signatures)]));
}).all;

/** The files of these refused updates of one request. */
export const listFilesOfRefused = (db: Database, requestId: number, workIds: readonly number[]): Promise<FileRow[]> =>
  inGallery(db).where('files.request_id', '=', requestId).where('files.refused_work_id', 'in', workIds).execute();

/** So many files of a request's gallery before one of them, oldest first; none when it is not one of them. */
export const listFilesBefore = (
  db: Database,
  requestId: number,
  { before, most }: { before?: string | undefined; most: number },
) => {
  const place = sql`(files.created_at, files.position, files.id)`;
  const known = sql`(select created_at, position, id from files where id = ${before} and request_id = ${requestId})`;
  const earlier = newestOf(db, requestId)
    .$if(before !== undefined, (all) => all.where(sql<boolean>`${place} < ${known}`))
    .limit(most);
  return inGallery(db).where('files.id', 'in', earlier).execute();
};

export const listFilesOfHeld = (db: Database, heldIds: readonly number[]): Promise<FileRow[]> =>
  inGallery(db).where('files.held_request_id', 'in', heldIds).execute();

/** The held request that these files belonged to was accepted: they are files of the request. */
export const moveFilesOfHeld = (tx: Tx, heldId: number, requestId: number) =>
  tx
    .updateTable('files')
    .set({ request_id: requestId, held_request_id: null })
    .where('held_request_id', '=', heldId)
    .returning('file_name')
    .execute();

/** @returns the files whose rows are gone */
export const deleteFilesOfHeld = (tx: Tx, heldId: number) =>
  tx
    .deleteFrom('files')
    .where('held_request_id', '=', heldId)
    .returning(['id', 'file_name', 'file_size', 'sha256', 'has_thumbnail'])
    .execute();

export type StoredFile = Selectable<Files>;

export const findFile = (db: Database, id: string) =>
  db.selectFrom('files').select(columns).where('id', '=', id).executeTakeFirst();

/** Marks a file as damaged since a time, or as intact again (null). @returns whether the mark has changed */
export async function setDamaged(tx: Tx, id: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ damaged_at: at })
    .where('id', '=', id)
    .where('damaged_at', at ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Files of the newest requests. Those of held ones come first, because PostgreSQL sorts null as the largest value. */
export const newestFiles = (db: Database, limit: number): Promise<{ id: string }[]> =>
  db.selectFrom('files').select('id').orderBy('request_id', 'desc').limit(limit).execute();

/** The next files after an id, in the order of their ids, which never change. */
export const filesAfter = (db: Database, after: string | null, limit: number): Promise<StoredFile[]> =>
  db
    .selectFrom('files')
    .select(columns)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

export const countAfter = async (db: Database, after: string | null): Promise<number> =>
  (
    await db
      .selectFrom('files')
      .select(sql<number>`count(*)::int`.as('n'))
      .$if(after !== null, (query) => query.where('id', '>', after))
      .executeTakeFirstOrThrow()
  ).n;
