import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { openExports } from '../exports.ts';
import * as requests from '../features/requests/requests.export.service.ts';
import { mount } from './mount.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp({}, {}, { asOwner: true });
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

const entriesOf = async ({ id }: Person) =>
  (
    await test.deps.db.selectFrom('audit_events').select('action').where('actor_id', '=', id).orderBy('id').execute()
  ).map(({ action }) => action);
/** Holds every reader of requests until it is called; resolves when the readers are held from then on. */
async function holdReaders() {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = test.deps.transaction(async (tx) => {
    await sql`lock table requests in access exclusive mode`.execute(tx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return async () => {
    release.resolve();
    await holding;
  };
}
/** The names of the connections that wait for the lock. */
const waiting = async () => {
  const { rows } = await sql<{ name: string }>`select application_name as name from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.deps.db);
  return rows.map(({ name }) => name);
};
const exportBy = (person: Person) => person.attempt(api.requests.export);

describe('Exports', () => {
  it('run one for each account and two in all, on connections of their own, and the trail has those that ran', async () => {
    const [first, second, third] = [await as(test, 'admin'), await as(test, 'auditor'), await as(test, 'auditor')];
    const release = await holdReaders();
    const begun = exportBy(first);
    await expect.poll(waiting).toEqual(['switchboard-exports']);
    const again = await exportBy(first);
    const other = exportBy(second);
    await expect.poll(waiting).toEqual(['switchboard-exports', 'switchboard-exports']);
    const full = await exportBy(third);
    expect((await third.attempt(api.auth.me)).status).toBe(200);
    await release();
    expect([again.status, again.headers['retry-after'], again.body]).toMatchObject([
      429,
      '10',
      { error: 'rate_limited', message: 'Your last export is still running. Please try again when it has ended.' },
    ]);
    expect([full.status, full.headers['retry-after'], full.body]).toMatchObject([
      429,
      '10',
      {
        error: 'rate_limited',
        message: 'Other people are exporting right now. Please try again in a moment.',
      },
    ]);
    expect([(await begun).status, (await other).status]).toEqual([200, 200]);
    expect(await entriesOf(first)).toEqual(['auth.login', 'requests.export']);
    expect(await entriesOf(third)).toEqual(['auth.login']);
    expect((await exportBy(first)).status).toBe(200);
    expect((await first.attempt(api.reports.export, { query: { table: 'status' } })).status).toBe(200);
    expect((await second.attempt(api.audit.export)).status).toBe(200);
  });

  it('that are refused for another reason leave room for the next one', async () => {
    for (let n = 0; n < 3; n += 1) {
      expect((await admin.attempt(api.requests.export, { query: { limit: '5' } })).status).toBe(400);
    }
    expect((await exportBy(admin)).status).toBe(200);
  });
});

const streamed = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries<Endpoint>(group).flatMap(([name, { kind, path }]) =>
    kind === 'json' ? [] : [{ name: `${feature}.${name}`, url: `/api${path}` }],
  ),
);
/** The pages of the export that a test makes: each page is made when the test says so. */
function gated() {
  const asked: PromiseWithResolvers<string>[] = [];
  let isOver = false;
  async function* pages() {
    try {
      for (;;) {
        const page = Promise.withResolvers<string>();
        asked.push(page);
        yield await page.promise;
      }
    } finally {
      isOver = true;
    }
  }
  return { asked, pages, isOver: () => isOver };
}
const group = {
  gated: endpoint({
    kind: 'export',
    method: 'GET',
    path: '/exports/gated',
    access: ['admin'],
    summary: 'Is called by a test.',
    refuses: [],
  }),
  held: endpoint({ ...api.requests.export, path: '/exports/held' }),
};
/** More than an export makes ahead, so that the next page is not asked for before this one is on its way. */
const PAGE = 'x'.repeat(64 * 1024);

describe('An export that is under way', () => {
  let own: TestApp;
  let made: ReturnType<typeof gated>;
  let address: string;
  const [started, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  /** For each export under way what its deadline does. */
  const deadlines = new Set<() => void>();
  beforeAll(async () => {
    const deadline = (end: () => void) => {
      deadlines.add(end);
      return () => deadlines.delete(end);
    };
    const exports = openExports(test.connection, { onError: () => undefined, deadline });
    own = await testApp({ exports }, {}, { join: test });
    mount(own.app, own.deps, group, {
      gated: async () => ({ name: 'x.csv', pages: made.pages() }),
      async held(...call) {
        const file = await requests.export(...call);
        started.resolve();
        async function* pages() {
          await rest.promise;
          yield* file.pages;
        }
        return { ...file, pages: pages() };
      },
    });
    address = await own.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await own.deps.exports.close();
    await own.close();
  });

  /** Begins an export, and reads its first page. */
  async function begin() {
    const person = await as(own, 'admin');
    made = gated();
    const leaving = new AbortController();
    const answering = fetch(`${address}/api/exports/gated`, {
      headers: { authorization: `Bearer ${person.token}` },
      signal: leaving.signal,
    });
    await expect.poll(() => made.asked.length).toBe(1);
    made.asked[0]?.resolve(PAGE);
    const answer = await answering;
    expect(answer.status).toBe(200);
    await expect.poll(() => made.asked.length).toBe(2);
    return { person, answer, leave: () => leaving.abort() };
  }
  const isFree = async (person: Person) => {
    expect(deadlines.size).toBe(0);
    expect((await person.attempt(api.reports.export, { query: { table: 'status' } })).status).toBe(200);
  };

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['is signed out', (person) => person.call(api.auth.logout, {})],
    [
      'is deactivated',
      ({ id }) => own.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute(),
    ],
    [
      'gets another role',
      ({ id }) => own.deps.db.updateTable('users').set({ role: 'technician' }).where('id', '=', id).execute(),
    ],
  ])('ends before its next page when its person %s', async (_, change) => {
    const { person, answer } = await begin();
    await change(person);
    // The page that was asked for before the change is the last one.
    made.asked[1]?.resolve(PAGE);
    await expect(answer.text()).rejects.toThrow();
    expect(made.asked).toHaveLength(2);
    expect(made.isOver()).toBe(true);
  });

  it('ends when it takes too long', async () => {
    const { person, answer } = await begin();
    for (const end of deadlines) end();
    made.asked[1]?.resolve(PAGE);
    await expect(answer.text()).rejects.toThrow();
    await expect.poll(() => deadlines.size).toBe(0);
    await isFree(person);
  });

  it('has no request that was created after its start', async () => {
    const person = await as(own, 'auditor');
    const before = await aRequest(own, { title: 'Before the start' });
    const answering = person.attempt(group.held, { query: { sort: 'created_asc' } });
    await started.promise;
    const after = await aRequest(own, { title: 'After the start' });
    rest.resolve();
    const { text } = await answering;
    expect(text).toContain(before.external_id);
    expect(text).not.toContain(after.external_id);
  });

  it('ends when its reader goes away', async () => {
    const { person, leave } = await begin();
    leave();
    const rest = () => {
      for (const { resolve } of made.asked) resolve(PAGE);
      return deadlines.size;
    };
    await expect.poll(rest).toBe(0);
    await isFree(person);
  });
});

describe('HEAD', () => {
  it.each(streamed)('is no call and leaves no trace: $name', async ({ url }) => {
    const { token } = admin;
    const before = await entriesOf(admin);
    const { statusCode } = await test.app.inject({
      method: 'HEAD',
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(statusCode).toBe(404);
    expect(await entriesOf(admin)).toEqual(before);
  });
});
