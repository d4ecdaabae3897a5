import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../testing/databases.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type WritableDatabase } from './pool.ts';

const owner = inject('postgresOwner');
const LAST = '0002_whole_api';
let folder: string;
let database: string;
let db: WritableDatabase;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-migrations-'));
  await cp(path.join(import.meta.dirname, 'migrations'), folder, { recursive: true });
  database = await createDatabase();
  db = openDatabase({ ...owner, database }, () => undefined);
});
afterEach(async () => {
  await db.destroy();
  await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

const edit = (name: string) => appendFile(path.join(folder, `${name}.sql`), '\n-- an afterthought\n');

it('an applied migration that was edited is refused by name, and no migration runs', async () => {
  expect(await migrate(db, { folder })).toContain(LAST);
  expect(await migrate(db, { folder })).toEqual([]);
  await edit(LAST);
  await writeFile(path.join(folder, '9999_next.sql'), 'create table next_one (id integer);');
  await expect(migrate(db, { folder })).rejects.toThrow(`the migration ${LAST} was edited after it had been applied`);
  const { rows } = await sql<{ there: boolean }>`select to_regclass('next_one') is not null as there`.execute(db);
  expect(rows).toEqual([{ there: false }]);
});

it('different line ends do not count as an edit', async () => {
  await migrate(db, { folder });
  const file = path.join(folder, `${LAST}.sql`);
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'));
  expect(await migrate(db, { folder })).toEqual([]);
});

it('an older database without checksums stores the current ones', async () => {
  await migrate(db, { folder });
  await sql`delete from migration_checksums`.execute(db);
  expect(await migrate(db, { folder })).toEqual([]);
  await edit(LAST);
  await expect(migrate(db, { folder })).rejects.toThrow(LAST);
});

it('the error for a database of a newer version says so, and does not call the database corrupted', async () => {
  await writeFile(path.join(folder, '9999_next.sql'), 'create table next_one (id integer);');
  await migrate(db, { folder });
  await rm(path.join(folder, '9999_next.sql'));
  await expect(migrate(db, { folder })).rejects.toThrow('made by a newer Switchboard (9999_next). Upgrade');
});
