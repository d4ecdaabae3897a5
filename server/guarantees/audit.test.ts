import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { prepareFirstAdmin } from '../features/auth/auth.service.ts';
import type { World } from '../testing/access/inputs.ts';
import { aWorld } from '../testing/access/world.ts';
import { operations } from '../testing/access.ts';
import { anAssignedRequest, PASSWORD, picture, signature } from '../testing/factories.ts';
import { aSession, aSignedInUser } from '../testing/people.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { type ExpectedEntry, traces } from '../testing/traces.ts';

const cases = Object.entries<ExpectedEntry>(traces).flatMap(([name, trace]) => {
  const operation = operations.find((candidate) => candidate.name === name);
  // The first admin is created in a test below.
  return operation && name !== 'auth.setup' ? [{ ...operation, trace }] : [];
});

const text = expect.any(String);
let test: TestApp;
let world: World;
const secrets: string[] = [];
beforeAll(async () => {
  test = await testApp({}, {}, { asOwner: true });
  world = await aWorld(test);
  await sql`create function refuse_commit() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`.execute(test.deps.db);
  for (const table of [...trail, ...matter]) {
    // The trigger is deferred to the commit, so that it runs after all writes of the call.
    await sql`create constraint trigger broken after insert or update or delete on ${sql.table(table)}
      deferrable initially deferred for each row execute function refuse_commit()`.execute(test.deps.db);
  }
  await broken(trail, false);
  await broken(matter, false);
});
afterAll(() => test.close());

const trail = ['audit_events'];
const matter = [
  'users',
  'sessions',
  'requests',
  'refused_work',
  'held_requests',
  'contact_messages',
  'notifications',
  'settings',
  'mail_settings',
  'mail_outbox',
  'account_links',
  'work_order_links',
  'monthly_report_readers',
  'views',
  'table_choices',
  'api_keys',
  'audit_verifications',
  'backup_settings',
  'backup_runs',
];
async function broken(tables: readonly string[], on: boolean) {
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} ${sql.raw(on ? 'enable' : 'disable')} trigger broken`.execute(
      test.deps.db,
    );
  }
}
/** Runs a call while no transaction that touches these tables can commit. */
async function whileBroken<T>(tables: readonly string[], run: () => Promise<T>): Promise<T> {
  await broken(tables, true);
  return run().finally(() => broken(tables, false));
}

async function signIn(id: number) {
  const token = await aSession(test, id);
  secrets.push(token);
  return test.caller(token);
}

const events = (own = test) =>
  own.deps.db
    .selectFrom('audit_events')
    .select(['id', 'action', 'actor_id', 'actor_name', 'actor_role', 'entity', 'entity_id', 'before', 'after', 'ip'])
    .orderBy('id')
    .execute();

/** Every row of every table, as one text. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(test.deps.db);
  const dumps = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(
      test.deps.db,
    );
    dumps.push(`${name}\n${rows.map(({ row }) => row).join('\n')}`);
  }
  return dumps.join('\n\n');
}

describe('A call that writes', () => {
  describe.each([
    { what: 'its event', tables: trail },
    { what: 'what it changes', tables: matter },
  ])('is undone as a whole when $what cannot be kept:', ({ tables }) => {
    it.each(cases)('$name', async ({ endpoint, row }) => {
      const caller = await signIn(world.people.admin.id);
      const input = (await row.input?.(world, 'admin')) ?? {};
      const before = await everything();
      const answer = await whileBroken(tables, () => caller.attempt(endpoint, input));
      expect(answer.status).toBe(500);
      expect(await everything()).toBe(before);
    });
  });

  it.each(cases)('$name leaves exactly one event', async ({ endpoint, row, trace }) => {
    const caller = await signIn(world.people.admin.id);
    const input = (await row.input?.(world, 'admin')) ?? {};
    const known = (await events()).length;
    const answer = await caller.attempt(endpoint, input);
    expect(answer.status).toBeLessThan(300);
    if (typeof answer.body.token === 'string') secrets.push(answer.body.token);
    const fresh = (await events()).slice(known);
    const actor = trace.by === 'office' ? world.office : world.people.admin;
    const { id } = (input.params ?? {}) as { id?: string };
    const named = { self: String(actor.id), new: expect.stringMatching(/^\d+$/), nothing: null }[trace.of ?? 'new'];
    expect(fresh).toEqual([
      {
        id: text,
        action: trace.action,
        ...(trace.by === 'visitor'
          ? { actor_id: null, actor_name: 'Visitor', actor_role: null }
          : { actor_id: actor.id, actor_name: actor.name, actor_role: 'admin' }),
        entity: trace.entity,
        entity_id: trace.of ? named : id,
        before: trace.before,
        after: trace.after,
        ip: '127.0.0.1',
      },
    ]);
  });

  it('that releases open work leaves a second event, or neither of the two', async () => {
    const admin = await aSignedInUser(test, 'admin');
    const technician = await aSignedInUser(test, 'technician');
    const requests = [1, 2].map(() => anAssignedRequest(test, admin, technician));
    await Promise.all(requests);
    const remove = () => admin.attempt(api.users.remove, { params: { id: String(technician.id) } });
    const before = await everything();
    for (const tables of [trail, matter]) {
      expect((await whileBroken(tables, remove)).status).toBe(500);
      expect(await everything()).toBe(before);
    }
    const known = (await events()).length;
    expect((await remove()).status).toBe(200);
    const actions = (await events()).slice(known).map(({ action }) => action);
    expect(actions.sort()).toEqual(['requests.release', 'requests.release', 'users.remove']);
  });
});

describe('A failed sign-in', () => {
  it.each([
    ['a wrong password', true],
    ['an unknown address', false],
  ])('(%s) leaves one event of a visitor', async (_, known) => {
    const email = known ? world.people.auditor.email : 'nobody@staff.example';
    const password = 'tried-by-a-stranger';
    secrets.push(password);
    const count = (await events()).length;
    expect((await test.caller().attempt(api.auth.login, { body: { email, password } })).status).toBe(401);
    expect((await events()).slice(count)).toMatchObject([
      {
        action: 'auth.login_failed',
        actor_id: null,
        entity: 'session',
        entity_id: null,
        before: null,
        after: { email },
      },
    ]);
  });
});

describe('The audit trail', () => {
  it('holds the creation of the first admin, without the link', async () => {
    const fresh = await testApp();
    try {
      const setup_token = (await prepareFirstAdmin(fresh.deps)) ?? '';
      const body = { setup_token, name: 'Olive', email: 'o@office.example', password: 'lights-on-at-seven' };
      const { user, token } = await fresh.caller().call(api.auth.setup, { body });
      const all = await events(fresh);
      const { of: _, ...trace } = traces['auth.setup'];
      expect(all).toMatchObject([{ ...trace, actor_id: user.id, entity_id: String(user.id) }]);
      for (const secret of [setup_token, token, body.password]) expect(JSON.stringify(all)).not.toContain(secret);
    } finally {
      await fresh.close();
    }
  });

  it('holds no password, token or signature', async () => {
    const admin = await signIn(world.people.admin.id);
    const technician = { ...(await signIn(world.people.assigned.id)), ...world.people.assigned };
    const request = await anAssignedRequest(test, admin, technician);
    const drawn = await signature();
    await technician.call(api.requests.updateWithFiles, {
      params: { id: String(request.id) },
      body: { status: 'completed', signature: drawn, rating: '4', customer_notes: 'Fine.' },
      files: [{ name: 'pole.png', bytes: await picture() }],
    });
    const all = JSON.stringify(await test.deps.db.selectFrom('audit_events').selectAll().execute());
    expect(all).toContain('"requests.update_with_files"');
    secrets.push(...world.passwords, PASSWORD, 'ladders-up-at-9', drawn, drawn.slice(-40), 'data:image', '$argon2');
    const hashes = await test.deps.db.selectFrom('sessions').select('token_hash').execute();
    secrets.push(...hashes.map(({ token_hash }) => token_hash.toString('hex')));
    expect(secrets.length).toBeGreaterThan(60);
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });
});
