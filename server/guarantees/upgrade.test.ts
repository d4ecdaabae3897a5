import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../db/pool.ts';
import { createDatabase, dropDatabase } from '../testing/databases.ts';
import { submission } from '../testing/factories.ts';
import { newFastFolder } from '../testing/fast-folder.ts';
import { OFFICE } from '../testing/programs/installation.ts';
import { twoMachines } from '../testing/programs/machines.ts';
import { buildRelease, missingRelease } from '../testing/programs/release.ts';
import { missingProxy } from '../testing/programs/web-proxies.ts';

/** `npm run test:slow` sends more calls, from more clients, and builds the last release. */
const isLong = Number(process.env.KILL_CYCLES ?? 1) > 1;
const CALLS = isLong ? 2_000 : 400;
const AT_ONCE = isLong ? 8 : 3;

const noProxy = missingProxy('haproxy');
const noRelease = isLong ? missingRelease() : 'npm run test:slow builds it';
const why = (reason: string | null) => (reason ? ` (skipped: ${reason})` : '');

type Body = { token: string; request: { external_id: string }; requests: { id: number }[]; stats: { total: number } };
type Ask = (path: string, status: number, init?: RequestInit) => Promise<Partial<Body>>;

const sent = (method: string, body: object, headers = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
  body: JSON.stringify(body),
});

/** A visitor sends a request and looks at it. The office finds it, opens it and takes it up. */
async function oneRequest(ask: Ask, office: { authorization: string }): Promise<void> {
  await ask('/', 200);
  const { request } = await ask('/api/requests/create', 201, sent('POST', submission()));
  if (!request) return;
  await ask(`/api/requests/track/${request.external_id}`, 200);
  const found = await ask(`/api/requests?limit=20&search=${request.external_id}`, 200, { headers: office });
  const id = found.requests?.[0]?.id;
  await ask(`/api/requests/${id}`, 200, { headers: office });
  await ask(`/api/requests/${id}/status`, 200, sent('PATCH', { status: 'in_progress' }, office));
}

/** A column more in every table, and a table more, as the migrations of the next release make them. */
async function expand(database: string): Promise<void> {
  const owner = openDatabase({ ...inject('postgresOwner'), database }, () => undefined);
  const tables = await owner.introspection.getTables();
  for (const { name, schema } of tables.filter((table) => table.schema === 'public' && !table.isView)) {
    await sql`alter table ${sql.table(`${schema}.${name}`)} add column of_the_next_release integer not null default 7`.execute(
      owner,
    );
  }
  await sql`create table of_the_next_release (id integer primary key)`.execute(owner);
  await owner.destroy();
}

/**
 * Two instances answer while each is stopped and started again as today's server.
 * @param options.main the program that they begin with; today's when left out
 * @param options.grow changes the database before the first one is stopped
 */
async function upgrade({ main, grow }: { main?: string; grow?: (database: string) => Promise<void> }): Promise<void> {
  const database = await createDatabase();
  onTestFinished(async () => void (await dropDatabase(database)));
  const folder = await newFastFolder('switchboard-upgrade-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = { DATA_DIR: folder, ADMIN_EMAIL: OFFICE.email, ADMIN_PASSWORD: OFFICE.password };
  // More than the 10 s that Fastify grants a stop by itself.
  const machines = await twoMachines(database, { ...settings, DRAIN_SECONDS: '11' }, main);
  onTestFinished(() => machines.close());
  const { url, isAllUp } = machines.proxy;
  await expect.poll(isAllUp).toBe(true);

  const failures: string[] = [];
  let answered = 0;
  let submitted = 0;
  let isUpgraded = false;
  const ask: Ask = async (path, status, init) => {
    const answer = await fetch(`${url}${path}`, init).catch((error: Error) => error);
    const [got, text] = answer instanceof Error ? [0, String(answer.cause)] : [answer.status, await answer.text()];
    answered += 1;
    if (got !== status) {
      failures.push(`${path}: ${got} ${text.slice(0, 300)}`);
      return {};
    }
    if (status === 201) submitted += 1;
    return text.startsWith('{') ? (JSON.parse(text) as Partial<Body>) : {};
  };
  const { token } = await ask('/api/auth/login', 200, sent('POST', OFFICE));
  const office = { authorization: `Bearer ${token}` };
  const client = async () => {
    while (!isUpgraded || answered < CALLS) await oneRequest(ask, office);
  };
  const restartBoth = async () => {
    await expect.poll(() => answered).toBeGreaterThan(CALLS / 10);
    await grow?.(database);
    for (const machine of machines.both) {
      const before = answered;
      expect(await machine.app.stop()).toBe(0);
      await machine.restart();
      await expect.poll(isAllUp).toBe(true);
      expect(answered).toBeGreaterThan(before);
    }
    isUpgraded = true;
  };
  await Promise.all([restartBoth(), ...Array.from({ length: AT_ONCE }, client)]);

  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(CALLS);
  const { stats } = await ask('/api/requests/stats/dashboard', 200, { headers: office });
  expect(stats?.total).toBe(submitted);
}

describe.skipIf(noProxy)(`Two instances behind haproxy${why(noProxy)}`, () => {
  it(`fail none of ${CALLS} calls while the database grows under them and each is stopped and started again`, () =>
    upgrade({ grow: expand }));

  it.skipIf(noRelease)(
    `fail none of ${CALLS} calls when the last release becomes this one${why(noRelease)}`,
    async () => {
      const release = await buildRelease();
      onTestFinished(() => release.remove());
      await upgrade({ main: release.main });
    },
  );
});
