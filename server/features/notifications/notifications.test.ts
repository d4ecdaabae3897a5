import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { type Notice, notifyAdmins, notifyUser, purgeNotifications } from './notifications.service.ts';

const clock = aClock('2026-01-05T15:00:00Z');

let test: TestApp;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
});
afterAll(() => test.close());

const aNotice = (fields: Partial<Notice> = {}): Notice => ({
  type: 'system',
  title: 'Something happened',
  message: 'You should know.',
  priority: 'low',
  link: null,
  ...fields,
});
/** Notifies a person, and returns the notification as the person sees it. */
async function told(person: Person, fields: Partial<Notice> = {}) {
  clock.forward(1);
  await test.deps.transaction((tx) => notifyUser(test.deps, tx, person.id, aNotice(fields)));
  const [newest] = (await person.call(api.notifications.list, { query: { limit: '1' } })).notifications;
  if (!newest) throw new Error('no notification');
  return newest;
}
const idOf = (row: { id: number }) => ({ id: String(row.id) });
const list = async (person: Person, query: object = {}) => {
  const answer = await person.call(api.notifications.list, { query });
  return { ...answer, ids: answer.notifications.map(({ id }) => id) };
};
const unread = async (person: Person) => (await person.call(api.notifications.unreadCount, {})).unreadCount;
const eventsOf = (person: Person) =>
  test.deps.db
    .selectFrom('audit_events')
    .selectAll()
    .where('actor_id', '=', person.id)
    .where('action', 'like', 'notifications.%')
    .orderBy('id')
    .execute();

describe('the list', () => {
  it('cuts a long message, and never in the middle of a character', async () => {
    const person = await as(test, 'admin');
    const fits = await told(person, { message: 'a'.repeat(300) });
    expect(fits.message).toBe('a'.repeat(300));
    const long = await told(person, { message: `${'a'.repeat(299)}🔦 more` });
    expect(long.message).toBe(`${'a'.repeat(299)}…`);
  });

  it('is empty at first', async () => {
    const person = await as(test, 'auditor');
    expect(await person.call(api.notifications.list, {})).toEqual({ notifications: [], total: 0, page: 1, limit: 50 });
    expect(await unread(person)).toBe(0);
  });

  it('has only the caller’s notifications, newest first, with exactly their fields', async () => {
    const [me, other] = [await as(test, 'technician'), await as(test, 'technician')];
    const first = await told(me);
    await told(other);
    const second = await told(me, {
      type: 'service_request',
      title: 'Assigned to you',
      message: 'REQ-ABCDEFGHI-12345 <b>',
      priority: 'high',
      link: '/dashboard/technician?requestId=7',
    });
    expect(second).toEqual({
      id: expect.any(Number),
      type: 'service_request',
      title: 'Assigned to you',
      message: 'REQ-ABCDEFGHI-12345 <b>',
      priority: 'high',
      is_read: false,
      link: '/dashboard/technician?requestId=7',
      created_at: clock.now().toISOString(),
    });
    expect(await list(me)).toMatchObject({ ids: [second.id, first.id], total: 2 });
    expect((await list(other)).total).toBe(1);
  });

  it('pages without losing or repeating a notification, even when all have the same time', async () => {
    const me = await as(test, 'technician');
    await test.deps.transaction(async (tx) => {
      for (let i = 0; i < 5; i += 1) await notifyUser(test.deps, tx, me.id, aNotice());
    });
    const all = (await list(me)).ids;
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(me, { limit: '2', page: String(page) })));
    expect(pages.map(({ ids }) => ids.length)).toEqual([2, 2, 1, 0]);
    expect(pages.flatMap(({ ids }) => ids)).toEqual(all);
    expect(pages.every(({ total, limit }) => total === 5 && limit === 2)).toBe(true);
  });

  it.each([
    [{ limit: '201' }, 'limit'],
    [{ page: '0' }, 'page'],
    [{ user_id: '1' }, 'user_id'],
  ])('refuses an invalid query (%#)', async (query, field) => {
    const answer = await (await as(test, 'admin')).attempt(api.notifications.list, { query });
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map((problem) => problem.field)).toEqual([field]);
  });
});

describe('reading', () => {
  it('marks one notification, lowers the count, and leaves one event', async () => {
    const me = await as(test, 'auditor');
    const [first] = [await told(me), await told(me)];
    expect(await unread(me)).toBe(2);
    const answer = await me.call(api.notifications.read, { params: idOf(first) });
    expect(answer.notification).toEqual({ ...first, is_read: true });
    expect(await unread(me)).toBe(1);
    const events = await eventsOf(me);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      action: 'notifications.read',
      entity: 'notification',
      entity_id: String(first.id),
      actor_role: 'auditor',
    });
    expect((await me.attempt(api.notifications.read, { params: idOf(first) })).status).toBe(200);
    expect(await unread(me)).toBe(1);
  });

  it('marks all of the caller’s notifications and no others, and leaves one event', async () => {
    const [me, other] = [await as(test, 'admin'), await as(test, 'admin')];
    for (let i = 0; i < 3; i += 1) await told(me);
    await told(other);
    await me.call(api.notifications.read, { params: idOf(await told(me)) });
    const message = 'All notifications marked as read';
    expect(await me.call(api.notifications.markAllRead, {})).toEqual({ message, updated: 3 });
    expect([await unread(me), await unread(other)]).toEqual([0, 1]);
    expect((await eventsOf(me)).at(-1)).toMatchObject({
      action: 'notifications.mark_all_read',
      entity: 'notification',
      entity_id: null,
      after: { updated: 3 },
    });
    expect(await eventsOf(me)).toHaveLength(2);
    expect(await me.call(api.notifications.markAllRead, {})).toEqual({ message, updated: 0 });
  });
});

describe('deleting', () => {
  it('removes one of the caller’s notifications, and the trail keeps its content', async () => {
    const me = await as(test, 'technician');
    const [first, second] = [await told(me), await told(me)];
    expect(await me.call(api.notifications.remove, { params: idOf(first) })).toEqual({
      message: 'Notification deleted successfully',
    });
    expect((await list(me)).ids).toEqual([second.id]);
    const events = await eventsOf(me);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ action: 'notifications.remove', entity_id: String(first.id), before: first });
    expect((await me.attempt(api.notifications.remove, { params: idOf(first) })).status).toBe(404);
  });
});

describe('another user’s notification', () => {
  it.each(['admin', 'technician', 'auditor'] as const)('is a 404 for %s', async (role) => {
    const owner = await as(test, 'admin');
    const theirs = await told(owner);
    const stranger = await as(test, role);
    for (const endpoint of [api.notifications.read, api.notifications.remove]) {
      for (const params of [idOf(theirs), { id: '999999' }]) {
        const answer = await stranger.attempt(endpoint, { params });
        expect({ status: answer.status, message: answer.body.message }).toEqual({
          status: 404,
          message: 'Notification not found',
        });
      }
    }
    expect((await list(owner)).notifications).toEqual([theirs]);
    expect(await eventsOf(stranger)).toEqual([]);
  });

  it('is a 401 without a sign-in, and a 400 with an invalid id', async () => {
    const me = await as(test, 'admin');
    const closed = await as(test, 'technician', { is_active: false });
    for (const endpoint of Object.values(api.notifications)) {
      for (const caller of [test.caller(), closed]) {
        expect((await caller.attempt(endpoint, { params: { id: '1' } })).status).toBe(401);
      }
      if (!('params' in endpoint)) continue;
      for (const id of ['0', '2147483648', 'abc', '\u0000']) {
        expect((await me.attempt(endpoint, { params: { id } })).status).toBe(400);
      }
    }
  });
});

describe('notifying', () => {
  it('reaches every active admin except the one who made the change', async () => {
    const own = await testApp();
    try {
      const [doer, admin, closed] = [
        await as(own, 'admin'),
        await as(own, 'admin'),
        await as(own, 'admin', { is_active: false }),
      ];
      const others = [await as(own, 'technician'), await as(own, 'auditor')];
      await own.deps.transaction((tx) => notifyAdmins(own.deps, tx, aNotice(), doer.id));
      const rows = await own.deps.db.selectFrom('notifications').select('user_id').execute();
      expect(rows).toEqual([{ user_id: admin.id }]);
      await own.deps.transaction((tx) => notifyAdmins(own.deps, tx, aNotice(), null));
      for (const person of [closed, ...others]) {
        const count = await own.deps.db
          .selectFrom('notifications')
          .select('id')
          .where('user_id', '=', person.id)
          .execute();
        expect(count).toEqual([]);
      }
      expect([await list(doer), await list(admin)].map(({ total }) => total)).toEqual([1, 2]);
    } finally {
      await own.close();
    }
  });

  it.each(['/dashboard', '/dashboard/admin?requestId=7', '/dashboard/admin?assignment=unassigned&sort=created_asc'])(
    'takes the link %j',
    async (link) => {
      const me = await as(test, 'technician');
      await test.deps.transaction((tx) => notifyUser(test.deps, tx, me.id, aNotice({ link })));
      expect((await list(me)).notifications[0]?.link).toBe(link);
    },
  );

  it.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '\\\\evil', '/login', ''])(
    'refuses the link %j',
    async (link) => {
      const me = await as(test, 'technician');
      await expect(
        test.deps.transaction((tx) => notifyUser(test.deps, tx, me.id, aNotice({ link }))),
      ).rejects.toThrow();
      expect((await list(me)).total).toBe(0);
    },
  );
});

describe('the purge', () => {
  it('deletes notifications older than 90 days, read or unread, and keeps the others', async () => {
    const me = await as(test, 'technician');
    await me.call(api.notifications.read, { params: idOf(await told(me)) });
    await told(me);
    clock.forward(90 * 24 * 60);
    const rows = () => test.deps.db.selectFrom('notifications').select('id').where('user_id', '=', me.id).execute();
    await test.deps.transaction((tx) => notifyUser(test.deps, tx, me.id, aNotice()));
    await purgeNotifications(test.deps);
    expect(await rows()).toHaveLength(2);
    clock.forward(1);
    await purgeNotifications(test.deps);
    expect(await rows()).toHaveLength(1);
  });
});
