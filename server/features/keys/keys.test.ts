import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { LIVE_KEYS_MAX } from '#contract/words/keys.ts';
import { tokenHash } from '#server/lib/tokens.ts';
import { aKey } from '#server/testing/access/keys.ts';
import { aClock } from '#server/testing/clock.ts';
import type { Person } from '#server/testing/factories.ts';
import { aSession, aSignedInUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

// Ten in the morning in New York, the business's time zone.
const clock = aClock('2026-03-02T15:00:00Z');
const HOUR = 60;

let test: TestApp;
let admin: Person;
beforeEach(async () => {
  test = await testApp({ now: clock.now });
  admin = await aSignedInUser(test, 'admin', 'Ada Admin');
});
afterEach(() => test.close());

const form = { name: 'Accounting', scopes: ['requests:read' as const] };
const pathOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });
const statusOf = async (secret: string) => (await test.caller(secret).attempt(api.requests.list)).status;
const rows = () => test.deps.db.selectFrom('api_keys').selectAll().execute();
const trail = () =>
  test.deps.db.selectFrom('audit_events').select(['action', 'actor_id', 'entity_id', 'before', 'after']).execute();

describe('making a key', () => {
  it('returns its secret once, and stores a hash', async () => {
    const { key, secret } = await admin.call(api.keys.create, { body: { ...form, last_day: '2026-03-31' } });
    expect(secret).toMatch(/^sb_[\w-]{43}$/);
    expect(key).toEqual({
      id: expect.any(Number),
      ...form,
      state: 'live',
      last_day: '2026-03-31',
      last_used_at: null,
      created_at: '2026-03-02T15:00:00.000Z',
      created_by: { id: admin.id, name: 'Ada Admin', is_active: true },
      ended_at: null,
      ended_by: null,
    });
    expect(await statusOf(secret)).toBe(200);
    expect((await rows())[0]?.secret_hash).toEqual(tokenHash(secret));
  });

  it('leaves the secret in no list, row, event, entry of the trail or stored answer', async () => {
    const idempotencyKey = 'b1946ac9-2492-4d23-a1a5-6d1c5a3e8b77';
    const made = await admin.attempt(api.keys.create, { body: form, idempotencyKey });
    const secret = String(made.body.secret);
    const again = await admin.attempt(api.keys.create, { body: form, idempotencyKey });
    expect([made.status, again.status]).toEqual([201, 400]);
    const kept = [
      (await admin.attempt(api.keys.list)).text,
      (await admin.attempt(api.audit.list)).text,
      JSON.stringify([await rows(), await trail()]),
      JSON.stringify(await test.deps.db.selectFrom('idempotency_keys').selectAll().execute()),
    ].join();
    expect(kept).toContain('Accounting');
    for (const form of [secret, secret.slice(3)]) expect(kept).not.toContain(form);
  });

  it('is in the trail with name, scopes and last day, and so is its end', async () => {
    const { key } = await admin.call(api.keys.create, { body: { ...form, last_day: '2026-03-31' } });
    await admin.call(api.keys.end, pathOf(key));
    const content = { ...form, last_day: '2026-03-31' };
    const about = { actor_id: admin.id, entity_id: String(key.id) };
    expect(await trail()).toEqual([
      { action: 'keys.create', ...about, before: null, after: content },
      { action: 'keys.end', ...about, before: content, after: null },
    ]);
  });

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: undefined }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(61) }, 'name', 'Must be at most 60 characters'],
    [{ name: 'Accoun\u200Bting' }, 'name', 'Contains a character that is not allowed'],
    [{ scopes: [] }, 'scopes', 'Please choose what the key may read'],
    [{ scopes: undefined }, 'scopes', 'Please choose what the key may read'],
    [{ scopes: ['users:read'] }, 'scopes.0', 'Must be one of: requests:read, customers:read, reports:read'],
    [{ last_day: '2026-02-30' }, 'last_day', 'Please enter a valid date'],
    [{ last_day: '2026-03-01' }, 'last_day', 'The last day must not be in the past'],
    [{ secret: 'sb_mine' }, 'secret', 'Unknown field'],
  ])('with %j is refused at %s: %s', async (fields, field, message) => {
    const answer = await admin.attempt(api.keys.create, { body: { ...form, ...fields } });
    expect(answer).toMatchObject({ status: 400, body: { message, details: [{ field, message }] } });
    expect(await rows()).toEqual([]);
  });

  it('takes a name of 60 characters, and each scope once', async () => {
    const scopes = ['reports:read' as const, 'requests:read' as const, 'reports:read' as const];
    const { key } = await admin.call(api.keys.create, { body: { name: 'x'.repeat(60), scopes } });
    expect(key.scopes).toEqual(['requests:read', 'reports:read']);
  });

  it('refuses the name of another key that works, in any case, and takes that of an ended or expired one', async () => {
    const { key } = await admin.call(api.keys.create, { body: { ...form, last_day: '2026-03-02' } });
    const again = () => admin.attempt(api.keys.create, { body: { ...form, name: 'ACCOUNTING' } });
    expect(await again()).toMatchObject({
      status: 400,
      body: { details: [{ field: 'name', message: 'Another API key has this name' }] },
    });
    await admin.call(api.keys.end, pathOf(key));
    expect((await again()).status).toBe(201);
    await aKey(test, { name: 'Wall display', last_day: '2026-03-01' });
    expect((await admin.attempt(api.keys.create, { body: { ...form, name: 'Wall display' } })).status).toBe(201);
  });

  it('stops at so many keys that work, also when several are made at once', async () => {
    for (let n = 0; n < LIVE_KEYS_MAX - 1; n += 1) await aKey(test);
    await aKey(test, { last_day: '2026-03-01' });
    await aKey(test, { ended_at: clock.now() });
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => admin.attempt(api.keys.create, { body: { ...form, name } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const message = 'There are 20 API keys. End one to make another.';
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ error: 'conflict', message });
  });

  it('waits for one that is being made, and then refuses its name', async () => {
    const [isMade, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const made = { scopes: [], created_by: admin.id, created_at: clock.now(), secret_hash: Buffer.from('x') };
    const none = { last_day: null, last_used_at: null, ended_at: null, ended_by: null };
    const making = test.deps.transaction(async (tx) => {
      await tx
        .insertInto('api_keys')
        .values({ ...made, ...none, name: 'accounting' })
        .execute();
      isMade.resolve();
      await release.promise;
    });
    await Promise.race([isMade.promise, making]);
    const answer = admin.attempt(api.keys.create, { body: form });
    await expect
      .poll(async () => {
        const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and strpos(query, 'lock table api_keys') > 0`.execute(test.deps.db);
        return rows.length;
      })
      .toBe(1);
    release.resolve();
    await making;
    expect(await answer).toMatchObject({ status: 400, body: { message: 'Another API key has this name' } });
  });
});

describe('the list of keys', () => {
  it('has those that work first, and says of each how it stands', async () => {
    const maker = await aSignedInUser(test, 'admin', 'Max Maker');
    const works = await aKey(test, { name: 'Works', created_by: maker.id });
    const ends = await aKey(test, { name: 'Ends' });
    await aKey(test, { name: 'Expired', last_day: '2026-03-01' });
    await admin.call(api.keys.end, pathOf(ends));
    const { keys } = await admin.call(api.keys.list, {});
    expect(keys.map(({ name, state, ended_by }) => [name, state, ended_by])).toEqual([
      ['Works', 'live', null],
      ['Expired', 'expired', null],
      ['Ends', 'ended', 'Ada Admin'],
    ]);
    await admin.call(api.users.toggleStatus, { ...pathOf(maker), body: {} });
    const [first] = (await admin.call(api.keys.list, {})).keys;
    // The key is the business's: it works on.
    expect(first).toMatchObject({ state: 'live', created_by: { name: 'Max Maker', is_active: false } });
    expect(await statusOf(works.secret)).toBe(200);
  });
});

describe('a key', () => {
  it.each([
    ['a wrong one', async () => `sb_${'x'.repeat(43)}`],
    ['an ended one', async () => (await aKey(test, { ended_at: clock.now() })).secret],
    ['an expired one', async () => (await aKey(test, { last_day: '2026-03-01' })).secret],
    ['one without its prefix', async () => (await aKey(test)).secret.slice(3)],
    ['one in upper case', async () => (await aKey(test)).secret.replace('sb_', 'SB_')],
  ])('%s is refused, and told apart from a session', async (_, make) => {
    const secret = await make();
    const answer = await test.caller(secret).attempt(api.requests.list);
    expect(answer.status).toBe(401);
    const { request_id, ...body } = answer.body;
    const message = secret.startsWith('sb_') ? 'This API key does not work' : 'Please sign in';
    expect([request_id, body]).toEqual([expect.any(String), { error: 'unauthorized', message }]);
  });

  it('works until the end of its last day, by the clock of the business', async () => {
    const { secret } = await aKey(test, { last_day: '2026-03-02' });
    clock.forward(14 * HOUR - 1);
    expect(await statusOf(secret)).toBe(200);
    clock.forward(1);
    expect(await statusOf(secret)).toBe(401);
    clock.forward(-14 * HOUR);
  });

  it('is refused with 403 without the scope, and names no more than that', async () => {
    const { secret } = await aKey(test, { scopes: ['customers:read'] });
    const answer = await test.caller(secret).attempt(api.requests.list);
    expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden' } });
  });

  it('is no session, and a session is no key', async () => {
    const { secret } = await aKey(test);
    for (const endpoint of [api.auth.me, api.live.follow, api.auth.logout]) {
      expect((await test.caller(secret).attempt(endpoint)).status).toBe(403);
    }
    const token = await aSession(test, admin.id);
    for (const wrong of [`sb_${token}`, `sb_${token.slice(3)}`]) expect(await statusOf(wrong)).toBe(401);
    expect(await statusOf(token)).toBe(200);
  });

  it('is read from the bearer header alone', async () => {
    const { secret } = await aKey(test);
    for (const headers of [{ cookie: `auth_token=${secret}` }, { authorization: secret }, { 'x-api-key': secret }]) {
      const answer = await test.app.inject({ method: 'GET', url: `/api/requests?key=${secret}`, headers });
      expect(answer.statusCode).toBe(401);
    }
  });

  it('is stored as used at most once a minute, also by calls at the same moment', async () => {
    const { id, secret } = await aKey(test);
    const used = async () => (await rows()).find((row) => row.id === id)?.last_used_at;
    /** How many rows each statement has changed. */
    const writes: number[] = [];
    const { autocommit } = test.deps;
    test.deps.autocommit = async (write) => {
      const result = await autocommit(write);
      writes.push(Number((result as { numUpdatedRows: bigint }[])[0]?.numUpdatedRows));
      return result;
    };
    expect(await used()).toBeNull();
    for (const minute of [1, 2]) {
      clock.forward(1);
      await Promise.all([statusOf(secret), statusOf(secret), statusOf(secret)]);
      expect(await used()).toEqual(clock.now());
      expect(writes.reduce((sum, n) => sum + n, 0)).toBe(minute);
      const statements = writes.length;
      expect(await statusOf(secret)).toBe(200);
      expect(writes).toHaveLength(statements);
    }
    clock.forward(-2);
  });

  it('is ended at its next call; what it reads at this moment is answered', async () => {
    const { id, secret } = await aKey(test);
    const { promise: isReading, resolve: reads } = Promise.withResolvers<void>();
    const { promise: isEnded, resolve: goOn } = Promise.withResolvers<void>();
    const { run } = test.deps.reads;
    test.deps.reads.run = (reader, size, work) =>
      run(reader, size, async (db) => {
        if (reader.kind === 'key') {
          reads();
          await isEnded;
        }
        return work(db);
      });
    const reading = statusOf(secret);
    await isReading;
    const { key } = await admin.call(api.keys.end, pathOf({ id }));
    goOn();
    expect(await reading).toBe(200);
    expect(await statusOf(secret)).toBe(401);
    expect(key).toMatchObject({ state: 'ended', ended_by: 'Ada Admin', ended_at: clock.now().toISOString() });
  });

  it('that has ended or expired is not ended again', async () => {
    for (const fields of [{ ended_at: clock.now() }, { last_day: '2026-03-01' }]) {
      const { id } = await aKey(test, fields);
      const before = await rows();
      expect((await admin.attempt(api.keys.end, pathOf({ id }))).status).toBe(200);
      expect(await rows()).toEqual(before);
    }
    expect(await trail()).toEqual([]);
  });

  it('reads the same as an admin, and no less than everything', async () => {
    const { secret } = await aKey(test);
    const reader = test.caller(secret);
    for (const endpoint of [api.requests.list, api.customers.list, api.reports.report, api.reports.monitor]) {
      expect((await reader.attempt(endpoint)).text).toBe((await admin.attempt(endpoint)).text);
    }
  });
});
