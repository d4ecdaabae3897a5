import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/pool.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { anEvent, unlockTrail } from '#server/testing/audit.ts';
import { aClock } from '#server/testing/clock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { verifyTrail } from '../verify/verify.service.ts';
import { erasedMac, partsOf } from './birth.rules.ts';
import { ENTRY } from './seal.repo.ts';
import type { StoredEntry } from './seal.rules.ts';
import { sealEntries } from './seal.service.ts';

const DAY = 24 * 60;
const clock = aClock('2026-03-02T12:00:00Z');
let test: TestApp;
beforeAll(async () => {
  test = await testApp({ now: clock.now }, {}, { asOwner: true });
  await anEvent(test);
  // The first entry has a birth, so every entry needs one.
  await sealEntries(test.deps, { last: true });
});
afterAll(() => test.close());

const run = (...statements: string[]) =>
  statements.reduce<Promise<unknown>>(
    (before, statement) => before.then(() => sql.raw(statement).execute(test.deps.db)),
    Promise.resolve(),
  );
const count = async () => (await test.deps.db.selectFrom('audit_events').select('id').execute()).length;

/** A function that is called for each new entry. */
const planted = (body: string, when: string) => [
  `create function planted() returns trigger language plpgsql as $$ begin ${body} end $$`,
  `create ${when} on audit_events ${when.startsWith('constraint') ? 'deferrable initially deferred' : ''} for each row execute function planted()`,
];
const uproot = 'drop function planted() cascade';

describe('an entry that PostgreSQL does not keep as it was written undoes its change', () => {
  afterEach(() => run(uproot));
  it.each([
    ['under another name', "new.actor_name := 'Somebody else'; return new;"],
    ['with another time', "new.at := new.at - interval '1 day'; return new;"],
    ['without what it was before', 'new.before := null; return new;'],
    ['with another content', `new.after := jsonb_set(new.after, '{phone}', '"(407) 555-0111"'); return new;`],
    ['without a birth', 'new.birth_mac := null; return new;'],
    ['not at all', 'return null;'],
  ])('%s', async (_, body) => {
    await run(...planted(body, 'trigger planted before insert'));
    const before = await count();
    await expect(anEvent(test)).rejects.toThrow('the database did not keep an event of the audit trail');
    expect(await count()).toBe(before);
  });
});

describe('a verification names an entry', () => {
  /** The verdict after all is sealed, on a trail that is put back afterwards. */
  async function verdictOn(damage: () => Promise<unknown>) {
    const [{ newest }] = (
      await sql<{ newest: string }>`select max(id)::text as newest from audit_events`.execute(test.deps.db)
    ).rows as [{ newest: string }];
    await damage();
    await sealEntries(test.deps);
    const { broken } = await verifyTrail(test.deps);
    await unlockTrail(test.deps.db);
    await run(`delete from audit_seals where event_id > ${newest}`, `delete from audit_events where id > ${newest}`);
    await run('alter table audit_events enable trigger user', 'alter table audit_seals enable trigger user');
    return broken && { kind: broken.kind, message: broken.message };
  }
  const newest = () =>
    test.deps.db
      .selectFrom('audit_events')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
      .then(({ id }) => String(id));
  const columns = 'at, actor_name, action, entity, after, ip, user_agent';
  beforeEach(() => anEvent(test));

  it('that somebody altered after it was read back and before it was sealed', async () => {
    let id = '';
    const broken = await verdictOn(async () => {
      await run(
        'grant update on audit_events to current_user',
        'alter table audit_events disable trigger audit_events_only_grow',
        ...planted(
          "update audit_events set actor_name = 'Somebody else' where id = new.id; return null;",
          'constraint trigger planted after insert',
        ),
      );
      await anEvent(test);
      await run(uproot);
      id = await newest();
    });
    expect(broken).toEqual({ kind: 'altered', message: `Entry ${id} is not as the product wrote it.` });
  });

  it('that the product did not write', async () => {
    let id = '';
    const broken = await verdictOn(async () => {
      await run(
        `insert into audit_events (${columns}) values (now(), 'Visitor', 'auth.login', 'session', null, '', '')`,
      );
      id = await newest();
    });
    expect(broken).toEqual({ kind: 'forged', message: `Entry ${id} was not written by the product.` });
  });

  it('that has the birth of another one', async () => {
    let id = '';
    const broken = await verdictOn(async () => {
      const all = 'at, actor_id, actor_name, actor_role, action, entity, entity_id, before, after, ip, user_agent';
      const whole = `${all}, call_id, salt, birth_mac`;
      await run(`insert into audit_events (${whole}) select ${whole} from audit_events order by id desc limit 1`);
      id = await newest();
    });
    expect(broken).toEqual({ kind: 'forged', message: `Entry ${id} is a copy of another one.` });
  });
});

it('an entry of an earlier release counts while that may still run', async () => {
  const own = aClock('2026-03-02T12:00:00Z');
  const rollout = await testApp({ now: own.now }, {}, { asOwner: true });
  try {
    const old = () =>
      sql`insert into audit_events (at, actor_name, action, entity, ip, user_agent)
        values (${own.now()}, 'Visitor', 'auth.login', 'session', '', '')`.execute(rollout.deps.db);
    await old();
    await sealEntries(rollout.deps, { last: true });
    own.forward(DAY - 1);
    await old();
    await sealEntries(rollout.deps, { last: true });
    expect(await verifyTrail(rollout.deps)).toMatchObject({ broken: null, sealed: 2 });
    own.forward(2);
    await old();
    await sealEntries(rollout.deps, { last: true });
    expect((await verifyTrail(rollout.deps)).broken).toMatchObject({ kind: 'forged', seq: '3' });
  } finally {
    await rollout.close();
  }
});

it('an entry of which a value was erased still verifies, and only as a process with the key has left it', async () => {
  const own = await testApp({ now: clock.now }, {}, { asOwner: true });
  const key = hmacOf(own.deps.auditKey);
  const { db } = own.deps;
  const broken = async () => (await verifyTrail(own.deps)).broken?.kind ?? null;
  try {
    await anEvent(own, { after: { title: 'Dark lot', customer_email: 'cora@caller.example' } });
    await sealEntries(own.deps, { last: true });
    const [entry] = (await sql<StoredEntry>`select ${ENTRY} from audit_events e`.execute(db)).rows as [StoredEntry];
    const [seal] = await db.selectFrom('audit_seals').selectAll().execute();
    const gone = ['after.customer_email', 'ip'];
    const parts = partsOf(entry).leaves;
    if (!seal || !parts) throw new Error('nothing was sealed');
    const erased = {
      salts: Object.fromEntries(
        [...parts].filter(([path]) => !gone.includes(path)).map(([path, { salt }]) => [path, salt]),
      ),
      leaves: Object.fromEntries(
        [...parts].filter(([path]) => gone.includes(path)).map(([path, { leaf }]) => [path, leaf]),
      ),
      mac: erasedMac(key, entry, seal.content_mac).toString('hex'),
    };
    await unlockTrail(db as Database);
    const write = (fields: object) =>
      db
        .updateTable('audit_events')
        .set({ salt: null, ip: '', erased: JSON.stringify(fields) })
        .execute();
    await sql`update audit_events set after = after - 'customer_email'`.execute(db);
    await write(erased);
    await sql`alter table audit_events enable trigger user`.execute(db);
    await sql`alter table audit_seals enable trigger user`.execute(db);
    expect(await broken()).toBeNull();
    await sql`alter table audit_events disable trigger user`.execute(db);
    await write({ ...erased, mac: '0'.repeat(64) });
    expect(await broken()).toBe('altered');
    await write(erased);
    await sql`update audit_events set after = jsonb_set(after, '{title}', '"Bright lot"')`.execute(db);
    expect(await broken()).toBe('altered');
  } finally {
    await own.close();
  }
});
