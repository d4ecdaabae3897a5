import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { api } from '#contract/api.ts';
import { openDatabase } from '../db/pool.ts';
import { aRequest, submission } from '../testing/factories.ts';
import { aSignedInUser } from '../testing/people.ts';
import { type Machines, twoMachines } from '../testing/programs/machines.ts';
import { missingProxy } from '../testing/programs/web-proxies.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

/** `npm run test:slow` sends more calls, from more clients. */
const isLong = Number(process.env.KILL_CYCLES ?? 1) > 1;
const REQUESTS = isLong ? 2_000 : 400;
const AT_ONCE = isLong ? 8 : 3;

const reason = missingProxy('haproxy');

describe.skipIf(reason)(`Two instances behind haproxy${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let test: TestApp;
  let machines: Machines;
  beforeAll(async () => {
    test = await testApp();
    // More than the 10 s that Fastify grants a stop by itself.
    machines = await twoMachines(test, { DATA_DIR: test.shared.folder, DRAIN_SECONDS: '11' });
  });
  afterAll(async () => {
    await machines?.close();
    await test?.close();
  });

  /** What visitors and the office ask, each with the status of its answer. */
  async function someCalls() {
    const { external_id, id } = await aRequest(test);
    const { token } = await aSignedInUser(test, 'admin');
    const asOffice = { headers: { authorization: `Bearer ${token}` } };
    const sent = () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(submission()),
    });
    return (): (readonly [string, number, RequestInit?])[] => [
      ['/', 200],
      [`/api/requests/track/${external_id}`, 200],
      ['/api/requests?limit=20', 200, asOffice],
      [`/api/requests/${id}`, 200, asOffice],
      ['/api/requests/create', 201, sent()],
    ];
  }

  /** A column more in every table, and a table more, as the migrations of the next release make them. */
  async function expand(): Promise<void> {
    const owner = openDatabase({ ...inject('postgresOwner'), database: test.shared.database }, () => undefined);
    const tables = await owner.introspection.getTables();
    for (const { name, schema } of tables.filter((table) => table.schema === 'public' && !table.isView)) {
      await sql`alter table ${sql.table(`${schema}.${name}`)} add column of_the_next_release integer not null default 7`.execute(
        owner,
      );
    }
    await sql`create table of_the_next_release (id integer primary key)`.execute(owner);
    await owner.destroy();
  }

  it(`fail none of ${REQUESTS} calls while the database grows under them and each is stopped and started again`, async () => {
    const { url, isAllUp } = machines.proxy;
    await expect.poll(isAllUp).toBe(true);
    const failures: string[] = [];
    let answered = 0;
    let submitted = 0;
    let isUpgraded = false;
    const client = async () => {
      const calls = await someCalls();
      while (!isUpgraded || answered < REQUESTS) {
        for (const [path, status, init] of calls()) {
          const answer = await fetch(`${url}${path}`, init).catch((error: Error) => error);
          const [got, text] =
            answer instanceof Error ? [0, String(answer.cause)] : [answer.status, await answer.text()];
          if (got !== status) failures.push(`${path}: ${got} ${text.slice(0, 300)}`);
          answered += 1;
          if (path === '/api/requests/create') submitted += 1;
        }
      }
    };
    const upgrade = async () => {
      await expect.poll(() => answered).toBeGreaterThan(REQUESTS / 10);
      await expand();
      for (const machine of machines.both) {
        const before = answered;
        expect(await machine.app.stop()).toBe(0);
        await machine.restart();
        await expect.poll(isAllUp).toBe(true);
        expect(answered).toBeGreaterThan(before);
      }
      isUpgraded = true;
    };
    await Promise.all([upgrade(), ...Array.from({ length: AT_ONCE }, client)]);
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThanOrEqual(REQUESTS);
    const { token = '' } = await aSignedInUser(test, 'admin');
    const { stats } = await test.caller(token).call(api.requests.stats, {});
    expect(stats.total).toBe(AT_ONCE + submitted);
  });
});
