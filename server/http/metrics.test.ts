import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { api } from '#contract/api.ts';
import { openDatabase } from '../db/pool.ts';
import { sealEntries } from '../features/audit/seal/seal.service.ts';
import { runVerification } from '../features/audit/verify/verifications.service.ts';
import { mailAddress } from '../features/mail/mail.outbox.service.ts';
import { root } from '../lib/root.ts';
import { anEvent } from '../testing/audit.ts';
import { aClock } from '../testing/clock.ts';
import { as } from '../testing/factories.ts';
import { follow } from '../testing/live.ts';
import { aProxy } from '../testing/proxy.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

const TOKEN = 'a-token-of-the-operator';
const ON = { METRICS_TOKEN: TOKEN };
const MINUTE = 60_000;

const get = (of: TestApp, authorization?: string, remoteAddress = '127.0.0.1') =>
  of.app.inject({ url: '/metrics', remoteAddress, headers: authorization ? { authorization } : {} });

/** Every sample by its name and labels as they are written; a line of another form fails. */
function parsed(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || /^# (HELP|TYPE) [a-z0-9_]+ /.test(line)) continue;
    const sample = /^([a-z][a-z0-9_]*(?:\{(?:[a-z_]+="[^"\\\n]*",?)+\})?) (\S+)$/.exec(line);
    const [, key = '', value = ''] = sample ?? [];
    const isNumber = value.toLowerCase() === 'nan' || !Number.isNaN(Number(value));
    if (!sample || samples.has(key) || !isNumber) throw new Error(`no sample, or the second of its kind: ${line}`);
    samples.set(key, Number(value));
  }
  return samples;
}

async function scrape(of: TestApp): Promise<Map<string, number>> {
  const answer = await get(of, `Bearer ${TOKEN}`);
  expect(answer.statusCode).toBe(200);
  return parsed(answer.body);
}

/** The names as they are declared, without the endings of a histogram's samples. */
async function namesOf(of: TestApp): Promise<string[]> {
  const { body } = await get(of, `Bearer ${TOKEN}`);
  return [...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name).sort();
}

/** The metrics that an expression asks for, without the endings of a histogram's samples. */
const namesIn = (text: string) =>
  (text.match(/\b(?:switchboard|process|nodejs)_[a-z0-9_]+/g) ?? []).map((name) => name.replace(/_bucket$/, ''));

const requests = (method: string, route: string, status: string) =>
  `switchboard_http_requests_total{method="${method}",route="${route}",status="${status}"}`;

let test: TestApp;
let url: string;
const clock = aClock('2026-03-02T12:00:00Z');
beforeAll(async () => {
  test = await testApp({ now: clock.now }, ON);
  url = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());

describe('who reads the metrics', () => {
  it('nobody without METRICS_TOKEN: the path answers as any unknown one', async () => {
    const off = await testApp();
    const [metrics, unknown] = await Promise.all([get(off), off.app.inject('/unknown')]);
    expect(metrics.statusCode).toBe(404);
    expect(metrics.body.replace('/metrics', '')).toBe(unknown.body.replace('/unknown', ''));
    await off.close();
  });

  it.each([
    ['no token', undefined],
    ['a wrong one', 'Bearer a-token-of-a-stranger!'],
    ['the beginning of it', `Bearer ${TOKEN.slice(0, -1)}`],
    ['another scheme', `Basic ${TOKEN}`],
  ])('401 for %s', async (_, authorization) => {
    const answer = await get(test, authorization);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({
      error: 'unauthorized',
      message: 'The metrics are read with the token of METRICS_TOKEN',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('whoever sends the token, as text that nobody may keep', async () => {
    const answer = await get(test, `Bearer ${TOKEN}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toContain(TOKEN);
    expect(parsed(answer.body).size).toBeGreaterThan(50);
  });

  it('429 for a network after ten wrong tokens in a minute, even with the right one, and no other network', async () => {
    const limited = await testApp({}, { ...ON, RATE_LIMITS: 'on' });
    for (let n = 0; n < 10; n += 1) expect((await get(limited, 'Bearer wrong')).statusCode).toBe(401);
    const refused = await get(limited, `Bearer ${TOKEN}`);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(limited, `Bearer ${TOKEN}`, '192.0.2.7')).statusCode).toBe(200);
    await limited.close();
  });
});

describe('the metrics', () => {
  it('count a call once, by the pattern of its route', async () => {
    const admin = await as(test, 'admin');
    const key = requests('GET', '/api/users/:id', '404');
    const before = (await scrape(test)).get(key) ?? 0;
    await admin.attempt(api.users.get, { params: { id: '987654' } });
    const after = await scrape(test);
    expect(after.get(key)).toBe(before + 1);
    const count = 'switchboard_http_request_duration_seconds_count{method="GET",route="/api/users/:id"}';
    expect(after.get(count)).toBe(before + 1);
    expect([...after.keys()].join('\n')).not.toContain('987654');
  });

  it('put all unknown addresses under one label', async () => {
    const before = (await scrape(test)).get(requests('GET', '(unknown)', '404')) ?? 0;
    for (const address of ['/wp-login.php', '/api/secrets', '/api', '/metrics/']) await test.app.inject(address);
    const after = await scrape(test);
    expect(after.get(requests('GET', '(unknown)', '404'))).toBe(before + 4);
    expect([...after.keys()].join('\n')).not.toMatch(/wp-login|secrets/);
  });

  it('tell the open streams, and count one when it ends, without its duration', async () => {
    const { token = '' } = await as(test, 'admin');
    const streams = 'switchboard_event_streams';
    expect((await scrape(test)).get(streams)).toBe(0);
    const follower = await follow(url, token);
    const open = await scrape(test);
    expect(open.get(streams)).toBe(1);
    expect(open.get(requests('GET', '/api/live', '200'))).toBeUndefined();
    await follower.leave();
    await expect.poll(async () => (await scrape(test)).get(requests('GET', '/api/live', '200'))).toBe(1);
    const ended = await scrape(test);
    expect(ended.get(streams)).toBe(0);
    expect([...ended.keys()].filter((key) => key.includes('duration') && key.includes('/api/live'))).toEqual([]);
  });

  it('count a request whose connection ends before there is an answer', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end(
      'POST /api/contact/submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      () => socket.destroy(),
    );
    await expect.poll(async () => (await scrape(test)).get(requests('POST', '/api/contact/submit', 'cut off'))).toBe(1);
  });

  it('tell what waits, as of the last five seconds', async () => {
    const later = async () => {
      clock.forward(1);
      return scrape(test);
    };
    const before = await later();
    const waiting = 'switchboard_mails_waiting';
    await test.deps.transaction((tx, deps) =>
      mailAddress(tx, deps, { email: 'cora@customer.example' }, 'test', { name: 'Dana' }),
    );
    expect((await scrape(test)).get(waiting)).toBe(before.get(waiting));
    expect((await later()).get(waiting)).toBe((before.get(waiting) ?? 0) + 1);

    await sql`select pgboss.create_queue('tasks/counted', '{"policy": "standard"}')`.execute(test.deps.db);
    await test.deps.transaction((tx, deps) => deps.jobs.send(tx, 'counted'));
    await sql`update pgboss.queue set failed_count = 3 where name = 'tasks/counted'`.execute(test.deps.db);
    const jobs = await later();
    expect(jobs.get('switchboard_jobs_waiting{queue="tasks/counted"}')).toBe(1);
    expect(jobs.get('switchboard_jobs_failed{queue="tasks/counted"}')).toBe(3);
  });

  it('tell how long the oldest entry of the trail has waited, and how many are sealed', async () => {
    await sealEntries(test.deps);
    await anEvent(test);
    clock.forward(2);
    const late = await scrape(test);
    expect(late.get('switchboard_audit_oldest_unsealed_seconds')).toBe((2 * MINUTE) / 1_000);
    await sealEntries(test.deps);
    clock.forward(1);
    const sealed = await scrape(test);
    expect(sealed.get('switchboard_audit_oldest_unsealed_seconds')).toBe(0);
    expect(sealed.get('switchboard_audit_sealed_entries')).toBe(
      (late.get('switchboard_audit_sealed_entries') ?? 0) + 1,
    );
  });

  it('tell the last verification of the trail, and nothing before the first', async () => {
    expect([...(await scrape(test)).keys()].filter((name) => name.includes('verified'))).toEqual([]);
    const auditor = await as(test, 'auditor');
    await auditor.call(api.audit.startVerification, {});
    await runVerification(test.deps, new AbortController().signal);
    clock.forward(1);
    const samples = await scrape(test);
    expect(samples.get('switchboard_audit_verified_intact')).toBe(1);
    expect(samples.get('switchboard_audit_verified_timestamp_seconds')).toBeGreaterThan(1.7e9);
  });

  it('tell connections, disk and version', async () => {
    const samples = await scrape(test);
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
    expect(samples.get(`switchboard_build_info{version="${version}"}`)).toBe(1);
    expect(samples.get('switchboard_database_up')).toBe(1);
    expect(samples.get('switchboard_event_streams')).toBe(0);
    for (const [pool, most] of Object.entries({ calls: 12, reads: 8, exports: 2 })) {
      expect(samples.get(`switchboard_database_connections_max{pool="${pool}"}`)).toBe(most);
      expect(samples.get(`switchboard_database_waiting{pool="${pool}"}`)).toBe(0);
    }
    const [free = 0, size = 0] = ['free', 'size'].map((kind) => samples.get(`switchboard_disk_${kind}_bytes`));
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(free);
  });

  it('stay readable while the database does not answer, without what is read there', async () => {
    const proxy = await aProxy({ ...inject('postgres'), database: test.shared.database });
    const db = openDatabase({ ...proxy.connection, statement_timeout: 1_000 }, () => undefined);
    const far = await testApp({ db, now: clock.now }, ON, { join: test });
    expect((await scrape(far)).get('switchboard_database_up')).toBe(1);
    proxy.silence('all');
    clock.forward(1);
    const samples = await scrape(far);
    expect(samples.get('switchboard_database_up')).toBe(0);
    expect([...samples.keys()].filter((name) => /jobs|mails|audit/.test(name))).toEqual([]);
    expect(samples.has('switchboard_disk_free_bytes')).toBe(true);
    proxy.speak();
    clock.forward(1);
    await expect
      .poll(async () => {
        clock.forward(1);
        return (await scrape(far)).get('switchboard_database_up');
      })
      .toBe(1);
    await far.close();
    await proxy.close();
  });
});

it('tell the last back-up that was made, and the last that failed', async () => {
  const values = async () => {
    clock.forward(1);
    const samples = await scrape(test);
    return ['last_success_timestamp_seconds', 'last_success_size_bytes', 'last_success_duration_seconds']
      .concat('last_failure_timestamp_seconds', 'enabled')
      .map((name) => samples.get(`switchboard_backup_${name}`));
  };
  expect(await values()).toEqual([undefined, undefined, undefined, undefined, 0]);
  const [begun, ended, failed] = ['00:00', '01:30', '05:00'].map((time) => `2026-03-02T07:${time}Z`);
  const run = { started_at: begun, seen_at: begun } as const;
  await test.deps.db
    .insertInto('backup_runs')
    .values([
      { ...run, ended_at: ended, outcome: 'made', folder: 'a', bytes: 4_096 },
      { ...run, ended_at: failed, outcome: 'failed', error: 'no room' },
    ] as never)
    .execute();
  expect(await values()).toEqual([Date.parse(ended ?? '') / 1_000, 4_096, 90, Date.parse(failed ?? '') / 1_000, 0]);
  await test.deps.db.deleteFrom('backup_runs').execute();
});

describe('what is written about the metrics', () => {
  const read = (file: string) => readFile(path.join(root, 'docs', file), 'utf8');

  it('METRICS.md has a line for each metric, and for no other', async () => {
    const text = await read('METRICS.md');
    const listed = [...text.matchAll(/^\| `([a-z0-9_]+)` +\|/gm)].map(([, name = '']) => name);
    const names = await namesOf(test);
    expect(listed.sort()).toEqual(names);
    const alerts = namesIn(text.slice(text.indexOf('## Alerts')));
    expect(alerts.length).toBeGreaterThan(5);
    expect(alerts.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('the dashboard asks for metrics that exist, and shows every one of the product', async () => {
    const dashboard = JSON.parse(await read('grafana-dashboard.json')) as {
      schemaVersion: number;
      panels: { id: number; title: string; targets: { expr: string }[] }[];
    };
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const asked = namesIn(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'));
    const names = await namesOf(test);
    expect(asked.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => name.startsWith('switchboard_') && !asked.includes(name))).toEqual([]);
  });
});
