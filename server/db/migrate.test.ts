import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

it('what was changed last in a request becomes a code', async () => {
  const later = (await readdir(folder)).filter((file) => file >= '0030');
  for (const file of later) await rm(path.join(folder, file));
  await migrate(db, { folder });
  const phrases = ['the assignment', 'the details', 'the status', 'the work order', null];
  await sql`
    with one as (
      insert into customers (name, email, phone, address, created_at) values ('Cora', 'cora@example.com', '', '', now()) returning id
    )
    insert into requests (external_id, title, description, priority, customer_id, customer_name, customer_email, customer_phone,
      customer_address, created_at, updated_at, last_change)
    select 'REQ-AAAAAAAAA-AAAA' || n, 'Lamp', 'Broken', 'low', one.id, 'Cora', 'cora@example.com', '', '', now(), now(), phrase
    from one, unnest(${phrases}::text[]) with ordinality as given (phrase, n)`.execute(db);
  for (const file of later) await cp(path.join(import.meta.dirname, 'migrations', file), path.join(folder, file));
  expect(await migrate(db, { folder })).toContain('0030_last_change');
  const codes = await db.selectFrom('requests').select('last_change').orderBy('external_id').execute();
  expect(codes.map(({ last_change }) => last_change)).toEqual(['assignment', 'details', 'status', 'work_order', null]);
});
