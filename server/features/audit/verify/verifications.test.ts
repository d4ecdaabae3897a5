import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { schedulesOf, tasksOf } from '#server/schedules.ts';
import { anEvent, manyEvents } from '#server/testing/audit.ts';
import { aClock } from '#server/testing/clock.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { sealEntries } from '../seal/seal.service.ts';
import { runVerification } from './verifications.service.ts';

const WAIT = { interval: 50 };
const clock = aClock('2026-03-02T12:00:00Z');
const never = new AbortController().signal;

/** Two instances: the second one runs no tasks until a test starts it. */
let a: TestApp;
let b: TestApp;
let auditor: Person;
let admin: Person;
beforeAll(async () => {
  a = await testApp({ now: clock.now }, {}, { asOwner: true });
  b = await testApp({ now: clock.now }, {}, { join: a, asOwner: true });
  auditor = await as(a, 'auditor', { name: 'Otto Auditor' });
  admin = await as(a, 'admin', { name: 'Ada Admin' });
});
afterAll(async () => {
  await b.close();
  await a.close();
});
afterEach(() => sql`delete from audit_verifications`.execute(a.deps.db));

const start = async (person = auditor) => (await person.call(api.audit.startVerification, {})).verification;
const latest = async () => (await auditor.call(api.audit.verification, {})).verification;
const startTasks = (test: TestApp) => test.deps.jobs.start(schedulesOf(test.deps).slice(0, 0), tasksOf(test.deps));
const entriesOf = (action: string) =>
  a.deps.db.selectFrom('audit_events').selectAll().where('action', '=', action).orderBy('id').execute();

describe('A verification', () => {
  it('is none before someone has asked for one', async () => {
    expect(await latest()).toBeNull();
  });

  it('answers at once, and is one for all who ask while it runs', async () => {
    await sealEntries(a.deps, { last: true });
    const known = (await entriesOf('audit.start_verification')).length;
    const all = await Promise.all([start(), start(admin), start(), start(admin)]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all[0]).toMatchObject({ state: 'running', finished_at: null, verdict: null, checked: 0 });
    expect(await latest()).toEqual(all[0]);
    expect((await entriesOf('audit.start_verification')).length - known).toBe(1);
  });

  it('of another release is answered with its break', async () => {
    await start();
    const verdict = { broken: { kind: 'melted', seq: null, event_id: null, message: 'It has melted.' }, heat: 900 };
    await a.deps.db
      .updateTable('audit_verifications')
      .set({ verdict: JSON.stringify(verdict), finished_at: clock.now() })
      .execute();
    expect(await latest()).toMatchObject({ state: 'done', verdict: { broken: verdict.broken, sealed: 0 } });
    expect((await auditor.call(api.audit.overview, {})).verification?.state).toBe('done');
  });

  it('says since when and up to which event the trail holds, and is an entry of the trail itself', async () => {
    await sealEntries(a.deps, { last: true });
    const [newest] = await a.deps.db.selectFrom('audit_events').select('id').orderBy('id', 'desc').limit(1).execute();
    const { id } = await start();
    await runVerification(b.deps, never);
    const found = await latest();
    const verdict = {
      ...{
        broken: null,
        sealed: Number(newest?.id),
        since: '2026-03-02T12:00:00.000Z',
        until: '2026-03-02T12:00:00.000Z',
      },
      ...{ last_event: newest?.id, longest_wait: expect.any(Number), waiting: 1, second_place: false },
    };
    expect(found).toEqual({
      ...{ id, state: 'done', started_at: '2026-03-02T12:00:00.000Z', finished_at: '2026-03-02T12:00:00.000Z' },
      started_by: { id: auditor.id, name: 'Otto Auditor' },
      checked: Number(newest?.id),
      total: Number(newest?.id),
      verdict,
    });
    expect((await entriesOf('audit.verify')).at(-1)).toMatchObject({
      ...{ actor_id: auditor.id, actor_name: 'Otto Auditor', actor_role: 'auditor', ip: '127.0.0.1' },
      ...{ entity: 'audit_trail', entity_id: null, before: null, after: { verification_id: id, ...verdict } },
    });
    expect((await start(admin)).id).not.toBe(id);
  });

  it('finds what a person with all rights has changed, and says where', async () => {
    await anEvent(a);
    await sealEntries(a.deps, { last: true });
    const [victim] = await a.deps.db
      .selectFrom('audit_events')
      .select(['id', 'ip'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    const write = async (ip: string | undefined) => {
      await sql`alter table audit_events disable trigger user`.execute(a.deps.db);
      await sql`grant update on audit_events to current_user`.execute(a.deps.db);
      await sql`update audit_events set ip = ${ip} where id = ${victim?.id}`.execute(a.deps.db);
      await sql`alter table audit_events enable trigger user`.execute(a.deps.db);
    };
    await write('198.51.100.1');
    try {
      await start();
      await runVerification(a.deps, never);
      const found = await latest();
      expect(found).toMatchObject({
        state: 'done',
        verdict: {
          broken: { kind: 'altered', event_id: victim?.id, message: `Entry ${victim?.id} was altered.` },
          sealed: Number(victim?.id) - 1,
          last_event: String(Number(victim?.id) - 1),
        },
      });
      expect((await entriesOf('audit.verify')).at(-1)?.after).toMatchObject({ broken: { kind: 'altered' } });
    } finally {
      await write(victim?.ip);
    }
  });

  it('stores how far it has come', async () => {
    await manyEvents(a, 5_000);
    await sealEntries(a.deps, { last: true });
    await start();
    const total = Number(
      (await a.deps.db.selectFrom('audit_seals').select(sql<string>`max(seq)`.as('n')).executeTakeFirst())?.n,
    );
    const seen: unknown[] = [];
    const autocommit: TestApp['deps']['autocommit'] = async (write) => {
      const kept = await a.deps.autocommit(write);
      seen.push(await latest());
      return kept;
    };
    await runVerification({ ...a.deps, autocommit }, never);
    expect(seen[0]).toMatchObject({ state: 'running', checked: 500, total });
    expect(await latest()).toMatchObject({ state: 'done', checked: total, total });
  });

  it('that could not be completed says so, is no verdict, and makes room for the next one', async () => {
    const log = { ...a.deps.log, error: vi.fn() } as unknown as TestApp['deps']['log'];
    const checkpoints = { ...a.deps.checkpoints, snapshot: () => Promise.reject(new Error('the disk is gone')) };
    const { id } = await start();
    const known = (await entriesOf('audit.verify')).length;
    await runVerification({ ...a.deps, checkpoints, log }, never);
    expect(await latest()).toMatchObject({ id, state: 'failed', verdict: null, finished_at: expect.any(String) });
    expect(log.error).toHaveBeenCalledOnce();
    expect((await entriesOf('audit.verify')).length).toBe(known);
    expect((await start()).id).toBeGreaterThan(id);
  });

  it('without a sign of life for five minutes counts as failed, and what comes of it later counts no more', async () => {
    const lost = await start();
    clock.forward(4);
    expect((await latest())?.state).toBe('running');
    expect((await start()).id).toBe(lost.id);
    clock.forward(2);
    expect((await latest())?.state).toBe('failed');
    const next = await start(admin);
    expect(next.id).toBeGreaterThan(lost.id);
    expect(
      (
        await a.deps.db
          .selectFrom('audit_verifications')
          .select('finished_at')
          .where('id', '=', lost.id)
          .executeTakeFirst()
      )?.finished_at,
    ).not.toBeNull();
  });

  it('is not begun again when its task runs a second time', async () => {
    await start();
    await runVerification(a.deps, never);
    const known = (await entriesOf('audit.verify')).length;
    await runVerification(b.deps, never);
    expect((await entriesOf('audit.verify')).length).toBe(known);
  });
});

describe('With two instances', () => {
  it('the one that stops leaves it to the other one', async () => {
    await sealEntries(a.deps, { last: true });
    const stopping = new AbortController();
    const { id } = await start();
    stopping.abort();
    await expect(runVerification(a.deps, stopping.signal)).rejects.toThrow();
    expect(await latest()).toMatchObject({ id, state: 'running' });
    await runVerification(b.deps, never);
    expect(await latest()).toMatchObject({ id, state: 'done', verdict: { broken: null } });
  });

  it('two that work on the same one make one verdict', async () => {
    await start();
    const known = (await entriesOf('audit.verify')).length;
    await Promise.all([runVerification(a.deps, never), runVerification(b.deps, never)]);
    expect((await entriesOf('audit.verify')).length - known).toBe(1);
  });

  it('one of them runs it, and it has one verdict', async () => {
    const known = (await entriesOf('audit.verify')).length;
    await Promise.all([startTasks(a), startTasks(b)]);
    await start();
    await vi.waitUntil(async () => (await latest())?.state === 'done', WAIT);
    expect((await entriesOf('audit.verify')).length - known).toBe(1);
  });
});
