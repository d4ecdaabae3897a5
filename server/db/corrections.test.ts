import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../testing/databases.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openDatabase, type WritableDatabase } from './pool.ts';

const NEW = '0033_corrections';
let database: string;
let db: WritableDatabase;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase({ ...inject('postgresOwner'), database }, () => undefined);
});
afterAll(async () => {
  await db.destroy();
  await dropDatabase(database);
});

it('a correction from before it was in the timeline gets into it, from the trail', async () => {
  const earlier = (await readMigrations()).map(({ name }) => name).filter((name) => name < NEW);
  await migrate(db, { only: new Set(earlier) });
  await sql`
    with someone as (insert into customers (name, email, phone, address, created_at)
      values ('Dana', 'dana@a.example', '1', '88 Street', now()) returning id)
    insert into requests (external_id, title, description, priority, customer_id, customer_name, customer_email,
      customer_phone, customer_address, created_at, updated_at)
    select 'REQ-AAAAAAAAA-AAAAA', 'Dark lot', 'Out', 'low', id, 'Dana', 'dana@a.example', '1', '88 Street', now(), now()
    from someone
  `.execute(db);
  await sql`
    insert into audit_events (at, actor_name, action, entity, entity_id, after, ip, user_agent)
    select '2026-03-02 14:00Z', 'Ada', action, 'request', id, ${'{"title": "Dark sign", "priority": "high"}'}::jsonb, '-', '-'
    from requests cross join unnest(array['requests.assign', 'requests.update']) action
  `.execute(db);
  // Of a request that is not there any more.
  await sql`
    insert into audit_events (at, actor_id, actor_name, action, entity, entity_id, after, ip, user_agent)
    values ('2026-03-02 14:00Z', 99, 'Ada', 'requests.update', 'request', '99', '{"title": "Gone"}', '-', '-')
  `.execute(db);
  await migrate(db);
  expect(await db.selectFrom('request_corrections').selectAll().execute()).toEqual([
    {
      id: 1,
      request_id: 1,
      fields: expect.toSatisfy((names: string[]) => names.toSorted().join() === 'priority,title'),
      changed_by: null,
      changed_at: new Date('2026-03-02T14:00:00Z'),
    },
  ]);
});
