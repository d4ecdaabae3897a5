import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { migrate } from '../migrate.ts';
import { openDatabase, type WritableDatabase } from '../pool.ts';
import { buildSearchIndexes } from './search-indexes.ts';

let database: string;
let db: WritableDatabase;
const open = () => openDatabase({ ...inject('postgresOwner'), database }, () => undefined);
beforeAll(async () => {
  database = await createDatabase();
  db = open();
  await migrate(db);
});
afterAll(async () => {
  await db.destroy();
  await dropDatabase(database);
});

const built = async (): Promise<string[]> => {
  const steps: string[] = [];
  await buildSearchIndexes(db, (line) => steps.push(line));
  return steps;
};
const drop = (...names: string[]) => sql.raw(`drop index ${names.join(', ')}`).execute(db);
const states = async () =>
  (
    await sql<{ name: string; valid: boolean }>`
      select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
      where relname ~ '_(folded|number_[12]|town)$' order by 1`.execute(db)
  ).rows;
const addCustomer = (on: WritableDatabase, n: number) =>
  on
    .insertInto('customers')
    .values({ name: `Writer ${n}`, email: `writer-${n}@build.example`, phone: '', address: '', created_at: new Date() })
    .execute();
/** A request as one from before the column is: its trigger never ran. */
async function addUnfolded(n: number): Promise<number> {
  await addCustomer(db, n);
  await sql`alter table requests disable trigger requests_folded_text`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into requests (external_id, title, description, priority, customer_id, customer_name, customer_email, customer_phone,
      customer_address, created_at, updated_at)
    select ${`REQ-AAAAAAAA${n}-BBBBB`}, 'Fläckern', 'Flackern', 'medium', id, name, email, '407 555 0100', '5 Straße', created_at, created_at
    from customers where name = ${`Writer ${n}`} returning id`.execute(db);
  await sql`alter table requests enable trigger requests_folded_text`.execute(db);
  return rows[0]?.id ?? 0;
}
const foldedTexts = async () =>
  (await db.selectFrom('requests').select('folded_text').orderBy('id').execute()).map((row) => row.folded_text);
const all = [
  'audit_events_folded',
  ...['contact_messages', 'customers', 'requests'].flatMap((table) =>
    ['folded', 'number_1', 'number_2'].map((what) => `${table}_${what}`),
  ),
  'requests_town',
].sort();
const allValid = all.map((name) => ({ name, valid: true }));

describe('The indexes of searched texts', () => {
  it('are built once, those that are missing', async () => {
    expect((await built()).sort()).toEqual(all.map((name) => `Database: the search index ${name}`));
    expect(await states()).toEqual(allValid);
    expect(await built()).toEqual([]);
  });

  it('are built again when a start was stopped halfway', async () => {
    await drop('customers_folded');
    for (const n of [1, 2]) await addCustomer(db, n);
    // What failed leaves an index that nothing uses.
    const halfway = sql`create unique index concurrently customers_folded on customers ((true))`.execute(db);
    await expect(halfway).rejects.toThrow('could not create unique index');
    expect(await states()).toContainEqual({ name: 'customers_folded', valid: false });
    expect(await built()).toEqual(['Database: the search index customers_folded']);
    expect(await states()).toEqual(allValid);
  });

  it('are built while others write', async () => {
    await drop('customers_folded');
    const writer = open();
    const tx = await writer.startTransaction().execute();
    await addCustomer(tx, 3);
    // The first writer keeps the build waiting until it commits, and the second one is not kept.
    const building = built();
    await vi.waitUntil(async () => {
      const { rows } = await sql`select from pg_stat_progress_create_index where datname = ${database}`.execute(db);
      return rows.length > 0;
    });
    await addCustomer(writer, 4);
    await tx.commit().execute();
    expect(await building).toHaveLength(1);
    await writer.destroy();
    const { rows } = await sql`select from customers where name like 'Writer %'`.execute(db);
    expect(rows).toHaveLength(4);
    expect(await states()).toEqual(allValid);
  });

  it('are built by one of the instances that start together', async () => {
    await drop('requests_folded', 'customers_folded');
    const others = [open(), open(), open()];
    const steps: string[] = [];
    await Promise.all([db, ...others].map((each) => buildSearchIndexes(each, (line) => steps.push(line))));
    await Promise.all(others.map((each) => each.destroy()));
    expect(steps).toHaveLength(2);
    expect(await states()).toEqual(allValid);
  });

  it('have older requests, and what is written meanwhile', async () => {
    await drop('requests_folded');
    const [first] = [await addUnfolded(5), await addUnfolded(6)];
    expect(await foldedTexts()).toEqual(['', '']);
    const writer = open();
    const tx = await writer.startTransaction().execute();
    await tx.updateTable('requests').set({ priority: 'high' }).where('id', '=', first).execute();
    const building = built();
    await vi.waitUntil(async () => (await foldedTexts())[1] !== '');
    expect((await foldedTexts())[0]).toBe('');
    await tx.commit().execute();
    expect(await building).toHaveLength(1);
    await writer.destroy();
    expect(await foldedTexts()).toEqual([
      'req-aaaaaaaa5-bbbbb\nflackern\nwriter 5\nwriter-5@build.example\n5 strasse',
      'req-aaaaaaaa6-bbbbb\nflackern\nwriter 6\nwriter-6@build.example\n5 strasse',
    ]);
    expect(await states()).toEqual(allValid);
  });

  it('follow a request whose text is corrected', async () => {
    const id = await addUnfolded(7);
    const corrected = await db
      .updateTable('requests')
      .set({ customer_address: '7 Allée' })
      .where('id', '=', id)
      .returning('folded_text')
      .executeTakeFirstOrThrow();
    expect(corrected.folded_text).toMatch(/7 allee$/);
  });
});
