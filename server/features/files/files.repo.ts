import type { Insertable, Selectable } from 'kysely';
import type { Files } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';

export type FileRow = Selectable<Files> & { uploader_name: string | null };

export async function insertFiles(db: Database, rows: readonly Insertable<Files>[]): Promise<void> {
  if (rows.length)
    await db
      .insertInto('files')
      .values([...rows])
      .execute();
}

export const listFilesOf = (db: Database, requestId: number): Promise<FileRow[]> =>
  db
    .selectFrom('files')
    .leftJoin('users', 'users.id', 'files.uploaded_by')
    .selectAll('files')
    .select('users.name as uploader_name')
    .where('files.request_id', '=', requestId)
    .orderBy('files.created_at')
    .orderBy('files.position')
    .orderBy('files.id')
    .execute();

export const findFile = (db: Database, id: string) =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
