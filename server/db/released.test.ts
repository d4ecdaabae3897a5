import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../testing/databases.ts';
import { AGREED, RELEASED } from '../testing/released.ts';
import { readSchema, type Schema, schemaProblems } from '../testing/schema.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openDatabase } from './pool.ts';

/** The schema of the last release, and the newest one. */
let database: string;
let client: pg.Client;
let released: Schema;
let newest: Schema;
let names: string[];
beforeAll(async () => {
  database = await createDatabase();
  const connection = { ...inject('postgresOwner'), database };
  client = new pg.Client(connection);
  await client.connect();
  const owner = openDatabase(connection, () => undefined);
  names = (await readMigrations()).map(({ name }) => name);
  await migrate(owner, { only: new Set(names.slice(0, names.indexOf(RELEASED.migration) + 1)) });
  released = await readSchema(client);
  await migrate(owner);
  newest = await readSchema(client);
  await owner.destroy();
});
afterAll(async () => {
  await client.end();
  await dropDatabase(database);
});

/** What the check says of a migration that comes after the newest one. */
async function problemsOf(migration: string, agreed?: Record<string, string>): Promise<string[]> {
  await client.query('begin');
  try {
    await client.query(migration);
    return schemaProblems(newest, await readSchema(client), agreed);
  } finally {
    await client.query('rollback');
  }
}

it('the newest schema has everything that the statements of the last release need', () => {
  expect(names).toContain(RELEASED.migration);
  expect(released.size).toBeGreaterThan(200);
  expect(schemaProblems(released, newest, AGREED)).toEqual([]);
});

it('what is agreed on is in the way', () => {
  const said = schemaProblems(released, newest);
  for (const name of Object.keys(AGREED))
    expect(
      said.some((problem) => problem.startsWith(`${name} `)),
      name,
    ).toBe(true);
});

it.each([
  ['alter table idempotency_keys drop column content_hash', /^idempotency_keys\.content_hash is gone/],
  ['alter table contact_messages rename column message to text', /^contact_messages\.message is gone/],
  ['alter table contact_messages rename to letters', /^contact_messages\.email is gone/],
  ['drop table monthly_reports cascade', /^monthly_reports\.\w+ is gone/],
  [
    'alter table idempotency_keys alter caller type varchar(200)',
    /^idempotency_keys\.caller is of type character varying\(200\)/,
  ],
  ['alter table requests alter customer_notes set not null', /^requests\.customer_notes may not be null any more/],
  ['alter table requests alter version drop default', /^requests\.version has no default any more/],
  ['alter table requests add column fax text not null', /^requests\.fax may not be null and has no default/],
  [`alter table requests add check (title <> 'x')`, /^requests: CHECK .* new rule/],
  ['create unique index on requests (title)', /^requests: .*title.* new rule/],
  [
    'alter table requests add column user_id integer, add foreign key (id) references users',
    /^requests: FOREIGN KEY .* new rule/,
  ],
  [`alter type role add value 'guest'`, /^role 'guest' is a value that the last release cannot read/],
  ['drop function rebuild_row_counts cascade', /^rebuild_row_counts\(\) is gone/],
  [
    `do $$ begin execute 'alter table requests drop column description cascade'; end $$`,
    /^requests\.description is gone/,
  ],
])('refuses %s', async (migration, problem) => {
  const problems = await problemsOf(migration);
  expect(problems).toContainEqual(expect.stringMatching(problem));
});

it.each([
  'alter table requests add column fax text, add column floor integer not null default 0 check (floor >= 0)',
  'create table ladders (id integer generated always as identity primary key, request_id integer not null references requests unique)',
  'create index on requests (description)',
  'alter table requests alter customer_address drop not null',
  'create function ladder() returns integer language sql return 1',
  `create type ladder as enum ('short', 'long')`,
])('admits %s', async (migration) => {
  expect(await problemsOf(migration)).toEqual([]);
});

it('a part that the last release does not use may go when it is agreed on', async () => {
  const agreed = { 'idempotency_keys.content_hash': 'not read since 0.1.0' };
  expect(await problemsOf('alter table idempotency_keys drop column content_hash', agreed)).toEqual([]);
});
