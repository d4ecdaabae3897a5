import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailFolder } from '#server/mail.ts';
import { schedulesOf } from '#server/schedules.ts';
import { aRequest } from '#server/testing/factories.ts';
import { aUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let test: TestApp;
let user: number;
let request: number;
beforeAll(async () => {
  test = await testApp();
  user = (await aUser(test, 'auditor')).id;
  request = (await aRequest(test)).id;
});
afterAll(() => test.close());

const proof = () => Buffer.from(randomUUID());
const incoming = () => path.join(test.deps.config.dataDir, 'files', 'incoming');
async function aFile(folder: string, name: string, at: Date) {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), 'x');
  await utimes(path.join(folder, name), at, at);
  return async () => (await readdir(folder)).includes(name);
}
const mail = (created_at: Date, state: 'sent' | 'failed' | 'kept' | 'waiting') => ({
  kind: 'contact_received' as const,
  recipient: 'cora@caller.example',
  content: JSON.stringify({ name: 'Cora Caller' }),
  message_id: `<${randomUUID()}@desk.example>`,
  state,
  created_at,
  waiting_since: created_at,
  next_try_at: state === 'waiting' ? created_at : null,
  done_at: state === 'waiting' ? null : created_at,
});

const held = (created_at: Date) => ({
  ...{
    external_id: test.deps.newTrackingId(),
    title: 'Lamps',
    description: 'Cheap lamps',
    priority: 'low',
    created_at,
  },
  ...{ customer_name: 'A Bot', customer_email: 'bot@spam.example', customer_phone: '1', customer_address: '1' },
  hidden_text: 'https://spam.example',
});

/** Adds something whose time is `at`. @returns whether it is still there */
type Add = (at: Date) => Promise<() => Promise<boolean>>;
type Kept = {
  job: string;
  what: string;
  /** In milliseconds: how long it is kept. A minute less keeps it, a minute more deletes it. */
  for: number;
  add: Add;
};

/** Adds a row and finds it by one of its values. */
const rowOf =
  (table: string, values: (at: Date) => Record<string, unknown>, by: string): Add =>
  async (at) => {
    const row = values(at);
    const columns = sql.join(Object.keys(row).map((name) => sql.id(name)));
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
      test.deps.db,
    );
    return async () => {
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.id(by)} = ${row[by]}`.execute(
        test.deps.db,
      );
      return rows.length > 0;
    };
  };

const kept: Kept[] = [
  {
    job: 'idempotency.keys',
    what: 'the answer to a call with an Idempotency-Key',
    for: DAY,
    add: rowOf(
      'idempotency_keys',
      (created_at) => ({
        ...{ scope: 'requests.create', key: randomUUID(), caller: '198.51.100.7' },
        ...{ content_hash: proof(), answer: '{}', created_at },
      }),
      'key',
    ),
  },
  {
    job: 'tracking.views',
    what: 'a look at a request by its tracking ID',
    for: 90 * DAY,
    add: rowOf(
      'request_views',
      (tracked_at) => ({ request_id: request, device_type: 'mobile', ip_address: randomUUID(), tracked_at }),
      'ip_address',
    ),
  },
  {
    job: 'notifications.old',
    what: 'a notification',
    for: 90 * DAY,
    add: rowOf(
      'notifications',
      (created_at) => ({
        ...{ user_id: user, type: 'system', priority: 'low', title: randomUUID(), message: 'A note', created_at },
      }),
      'title',
    ),
  },
  {
    job: 'live.old',
    what: 'a message to open browsers',
    for: 30 * MINUTE,
    add: rowOf('live_messages', (created_at) => ({ topic: randomUUID(), created_at }), 'topic'),
  },
  {
    job: 'auth.links',
    what: 'a link to choose a password, after it has ended',
    for: HOUR,
    add: rowOf(
      'account_links',
      (expires_at) => ({
        ...{ user_id: user, purpose: 'reset', seed: randomUUID(), token_hash: proof() },
        ...{ created_at: new Date(expires_at.getTime() - HOUR), expires_at },
      }),
      'seed',
    ),
  },
  {
    job: 'auth.ended_sessions',
    what: 'the proof of an ended session',
    for: 90 * DAY,
    add: rowOf('ended_sessions', (ended_at) => ({ proof: proof(), user_id: user, ended_at }), 'proof'),
  },
  {
    job: 'requests.held',
    what: 'a held request',
    for: 30 * DAY,
    add: rowOf('held_requests', (created_at) => held(created_at), 'external_id'),
  },
  {
    job: 'requests.held',
    what: 'what became of a held request',
    for: 30 * DAY,
    add: rowOf(
      'settled_held_requests',
      (settled_at) => ({ id: randomInt(1_000_000, 2_000_000_000), outcome: 'accepted', settled_at, settled_by: user }),
      'id',
    ),
  },
  {
    job: 'system.counters',
    what: 'a counter of the limits, after it has ended',
    for: 0,
    add: rowOf('rate_limits', (at) => ({ key: randomUUID(), points: 3, expire: at.getTime() }), 'key'),
  },
  ...(['sent', 'failed', 'kept'] as const).map((state) => ({
    job: 'mail.old',
    what: `an email that is ${state}`,
    for: 90 * DAY,
    add: rowOf('mail_outbox', (created_at) => mail(created_at, state), 'message_id'),
  })),
  {
    job: 'mail.old',
    what: 'an email that was kept as a file',
    for: 90 * DAY,
    add: (at) => aFile(mailFolder(test.deps.config), `${randomUUID()}.eml`, at),
  },
  {
    job: 'files.unfinished',
    what: 'a file of an upload that never ended',
    for: 15 * MINUTE,
    add: (at) => aFile(incoming(), randomUUID(), at),
  },
];

/** Jobs that delete nothing by its age, and those of the store of files, which files.sweep.test.ts tests with its trash. */
const others = [
  ...['backups.due', 'notifications.left', 'reports.figures', 'reports.verify', 'reports.monthly'],
  'requests.towns',
  ...['files.orphans', 'files.trash'],
];

const run = (job: string) => {
  const schedule = schedulesOf(test.deps).find(({ name }) => name === job);
  if (!schedule) throw new Error(`there is no job ${job}`);
  return schedule.run(new AbortController().signal);
};

describe('what is kept for a time', () => {
  it.each(kept)('$what stays so long and no longer', async ({ job, add, for: time }) => {
    const at = (age: number) => new Date(test.deps.now().getTime() - age);
    const [fresh, young, old] = [
      await add(at(-MINUTE / 2)),
      await add(at(time - MINUTE)),
      await add(at(time + MINUTE)),
    ];
    await run(job);
    expect([await fresh(), await young(), await old()]).toEqual([true, true, false]);
    // Another run deletes no more.
    await run(job);
    expect([await fresh(), await young()]).toEqual([true, true]);
  });

  it('an email that waits stays until it is sent', async () => {
    const waiting = await rowOf(
      'mail_outbox',
      (at) => mail(at, 'waiting'),
      'message_id',
    )(new Date(Date.now() - 200 * DAY));
    await run('mail.old');
    expect(await waiting()).toBe(true);
  });

  it.each([
    ['idempotency.keys', 'the answer to a call with an Idempotency-Key', 2 * MINUTE],
    ['system.counters', 'a counter of the limits, after it has ended', 25 * HOUR],
  ])('of a clock that was ahead, %s deletes %s', async (job, what, ahead) => {
    const add = kept.find((one) => one.what === what)?.add;
    const there = await add?.(new Date(test.deps.now().getTime() + ahead));
    await run(job);
    expect(await there?.()).toBe(false);
  });

  it('has a test for each job that deletes', () => {
    const tested = new Set([...kept.map(({ job }) => job), ...others]);
    expect(
      schedulesOf(test.deps)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...tested].sort());
  });
});
