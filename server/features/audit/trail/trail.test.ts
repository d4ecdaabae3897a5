import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { anEvent } from '#server/testing/audit.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { addEntries } from './trail.reactions.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const count = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_events`.execute(test.deps.db);
  return rows[0]?.n;
};

describe('an event', () => {
  it('has the actor, the action, the object before and after, the address and the time', async () => {
    const actor = {
      kind: 'staff',
      id: 3,
      name: 'Olive',
      role: 'admin',
      sessionId: 1,
      ip: '203.0.113.9',
      userAgent: 'a browser',
    } as const;
    await test.deps.transaction((tx) =>
      addEntries(test.deps, tx, actor, [
        {
          action: 'users.deactivate',
          entity: 'user',
          entity_id: 12,
          before: { is_active: true },
          after: { is_active: false },
        },
      ]),
    );
    const row = await test.deps.db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').executeTakeFirst();
    expect(row).toMatchObject({
      ...{ actor_id: 3, actor_name: 'Olive', actor_role: 'admin', action: 'users.deactivate', entity: 'user' },
      ...{ entity_id: '12', before: { is_active: true }, after: { is_active: false } },
      ...{ ip: '203.0.113.9', user_agent: 'a browser', at: expect.any(Date) },
    });
  });

  it('of a caller who is not signed in has a visitor as its actor', async () => {
    await anEvent(test, { action: 'auth.login_failed', entity: 'session', entity_id: null, before: null, after: null });
    const row = await test.deps.db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').executeTakeFirst();
    expect(row).toMatchObject({
      actor_id: null,
      actor_name: 'Visitor',
      actor_role: null,
      entity_id: null,
      after: null,
    });
  });

  it('is undone with the transaction it belongs to', async () => {
    const before = await count();
    const failing = test.deps.transaction(async (tx) => {
      const entry = { action: 'auth.logout', entity: 'session', entity_id: 1 } as const;
      await addEntries(test.deps, tx, { kind: 'visitor', ip: '', userAgent: '' }, [entry]);
      throw new Error('the change did not happen');
    });
    await expect(failing).rejects.toThrow('did not happen');
    expect(await count()).toBe(before);
    const { rows } = await sql`select from audit_unsealed u left join audit_events e on e.id = u.event_id
      where e.id is null`.execute(test.deps.db);
    expect(rows).toEqual([]);
  });
});

const attempts = ['audit_events', 'audit_seals'].flatMap((table) => [
  `update ${table} set ${table === 'audit_events' ? 'actor_name' : 'sealed_at'} = default`,
  `delete from ${table}`,
  `truncate ${table}`,
]);

describe('the database refuses the app’s own role', () => {
  it.each(attempts)('%s', async (attempt) => {
    await anEvent(test);
    const before = await count();
    await expect(sql.raw(attempt).execute(test.deps.db)).rejects.toMatchObject({ code: '42501' });
    expect(await count()).toBe(before);
  });

  const tampering = [
    'alter table audit_events disable trigger all',
    'drop trigger audit_events_only_grow on audit_events',
    'create trigger silence before insert on audit_events for each row execute function refuse_change()',
    'create or replace function await_seal() returns trigger language plpgsql as $$ begin return null; end $$',
    'create function silence() returns trigger language plpgsql as $$ begin return null; end $$',
    'create rule hush as on insert to audit_events do instead nothing',
    'alter table audit_events enable row level security',
    'alter table audit_events owner to current_user',
    'drop table audit_seals',
    'create schema switchboard',
    "set session_replication_role = 'replica'",
  ];
  it.each(tampering)('%s', async (statement) => {
    await expect(sql.raw(statement).execute(test.deps.db)).rejects.toMatchObject({ code: '42501' });
  });

  it('a grant of rights to itself', async () => {
    await sql`grant update, delete, truncate on audit_events, audit_seals to current_user`.execute(test.deps.db);
    const { rows } = await sql<{ may: boolean }>`
      select has_table_privilege('audit_events', 'update') or has_table_privilege('audit_seals', 'delete') as may
    `.execute(test.deps.db);
    expect(rows).toEqual([{ may: false }]);
  });
});

describe('the database refuses the owner of the tables', () => {
  let owner: TestApp;
  beforeAll(async () => {
    owner = await testApp({}, {}, { asOwner: true });
  });
  afterAll(() => owner.close());

  it.each(attempts)('%s, even with the right to do so', async (attempt) => {
    const run = owner.deps.transaction(async (tx) => {
      await sql`grant update, delete, truncate on audit_events, audit_seals to current_user`.execute(tx);
      await sql.raw(attempt).execute(tx);
    });
    await expect(run).rejects.toThrow(/the audit trail only grows/);
  });
});

describe('the setting AUDIT_KEY', () => {
  it('is the key as 64 hexadecimal digits', () => {
    expect(readConfig({ AUDIT_KEY: 'AB'.repeat(32) }).auditKey).toEqual(Buffer.alloc(32, 0xab));
    expect(readConfig({ AUDIT_KEY: '' }).auditKey).toBeUndefined();
  });

  it.each(['secret', 'ab'.repeat(31), `${'ab'.repeat(31)}zz`])(
    'is refused by name, without its value in the message: %s',
    (key) => {
      const read = () => readConfig({ AUDIT_KEY: key });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(/^(?=.*AUDIT_KEY)(?!.*(secret|abab))/);
    },
  );
});
