import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { schedulesOf, tasksOf } from '#server/schedules.ts';
import { submission } from '#server/testing/factories.ts';
import { aSignedInUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { fanOutBatch } from './notifications.repo.ts';
import { fanOut } from './notifications.service.ts';

const ADMINS = 1_000;
/** Two instances on one database. */
let a: TestApp;
let b: TestApp;
beforeAll(async () => {
  a = await testApp();
  b = await testApp({}, {}, { join: a });
  const now = new Date(Date.now() - 60_000);
  const people = Array.from({ length: ADMINS }, (_, nth) => ({
    name: `Admin ${nth}`,
    email: `admin.${nth}@many.example`,
    role: 'admin' as const,
    is_active: nth % 10 !== 0,
    password_hash: 'none',
    created_at: now,
    updated_at: now,
  }));
  await a.deps.db.insertInto('users').values(people).execute();
});
afterAll(async () => {
  await b.close();
  await a.close();
});

const submit = (title: string) => a.caller().call(api.requests.create, { body: submission({ title }) });
/** How many notifications about this each user has, most first. */
async function counts(title: string) {
  const rows = await a.deps.db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(({ fn }) => ['user_id', 'is_active', fn.countAll<string>().as('n')])
    .where('message', 'like', `%${title}`)
    .groupBy(['user_id', 'is_active'])
    .execute();
  return { users: rows.length, inactive: rows.filter((row) => !row.is_active).length, most: rows.map((row) => row.n) };
}
const left = async () => (await a.deps.db.selectFrom('notification_fanouts').select('id').execute()).length;
const active = ADMINS - ADMINS / 10;
const never = new AbortController().signal;

describe('with a thousand admins', () => {
  it('a new request is stored with one row, and two instances at once make each active admin one notification', async () => {
    await submit('Dark garage');
    expect(await left()).toBe(1);
    expect((await counts('Dark garage')).users).toBe(0);
    await Promise.all([fanOut(a.deps, never), fanOut(b.deps, never), fanOut(a.deps, never), fanOut(b.deps, never)]);
    const made = await counts('Dark garage');
    expect([made.users, made.inactive, new Set(made.most)]).toEqual([active, 0, new Set(['1'])]);
    expect(await left()).toBe(0);
  });

  it('a run that is killed between or within its batches is finished by the next one, without a second notification', async () => {
    await submit('Dark stairs');
    await a.deps.autocommit((tx) => fanOutBatch(tx, 200));
    // A kill takes the statement under way back.
    const killed = a.deps.transaction(async (tx) => {
      await fanOutBatch(tx, 200);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect((await counts('Dark stairs')).users).toBe(200);
    await fanOut(b.deps, never);
    const made = await counts('Dark stairs');
    expect([made.users, new Set(made.most)]).toEqual([active, new Set(['1'])]);
  });

  it('a run that is asked to stop stops, and says that it is not done', async () => {
    await submit('Dark lobby');
    await expect(fanOut(a.deps, AbortSignal.abort())).rejects.toThrow();
    expect(await left()).toBe(1);
    await fanOut(a.deps, never);
  });

  it('the change sends the task, which another instance runs, and an admin reads the result', async () => {
    const admin = await aSignedInUser(a, 'admin');
    await b.deps.jobs.start(schedulesOf(b.deps), tasksOf(b.deps));
    await submit('Dark roof');
    await vi.waitUntil(async () => (await left()) === 0, { interval: 50 });
    const { notifications } = await admin.call(api.notifications.list, {});
    expect(notifications.map(({ message }) => message)).toEqual(['Dana Whitfield: Dark roof']);
    expect((await counts('Dark roof')).users).toBe(active + 1);
  });

  it('an admin who came after the event, and the one who made the change, are not told', async () => {
    const late = await aSignedInUser(a, 'admin');
    await a.deps.db
      .insertInto('notification_fanouts')
      .values({
        type: 'system',
        title: 'Old',
        message: 'About an old change',
        priority: 'low',
        created_at: new Date(Date.now() - 30_000),
        except_user_id: await a.deps.db
          .selectFrom('users')
          .select('id')
          .where('email', '=', 'admin.1@many.example')
          .executeTakeFirstOrThrow()
          .then(({ id }) => id),
      })
      .execute();
    await fanOut(a.deps, never);
    expect((await late.call(api.notifications.list, {})).notifications).toEqual([]);
    expect((await counts('About an old change')).users).toBe(active - 1);
  });
});
