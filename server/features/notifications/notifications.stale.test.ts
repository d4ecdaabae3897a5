import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, as, type Person } from '#server/testing/factories.ts';
import { aFieldWork, pathOf } from '#server/testing/field-work.ts';
import { waitingForLocks } from '#server/testing/locks.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { notifyUser } from './notifications.service.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  ({ test, admin } = await aFieldWork());
});
afterAll(() => test.close());

const bell = async (person: Person) =>
  (await person.call(api.notifications.list, { query: {} })).notifications.map(({ message }) => message).reverse();
type Request = { id: number; external_id: string };
const assign = (request: Request, to: Person) =>
  admin.call(api.requests.assign, { ...pathOf(request), body: { technician_id: to.id } });
const setStatus = (request: Request, status: 'in_progress') =>
  admin.call(api.requests.changeStatus, { ...pathOf(request), body: { status } });
const LOST = 'No longer assigned to you: Dark parking lot';
const orderOf = ({ external_id }: Request) => `${external_id}: Dark parking lot`;

describe('what a technician has not read of a request', () => {
  it.each([
    ['goes to somebody else', async (request: Request) => assign(request, await as(test, 'technician'))],
    ['is taken back', (request: Request) => admin.call(api.requests.unassign, { ...pathOf(request), body: {} })],
  ])('goes when the request %s, and what was read or is about another one stays', async (_, move) => {
    const technician = await as(test, 'technician');
    const [request, another] = [
      await anAssignedRequest(test, admin, technician),
      await anAssignedRequest(test, admin, technician),
    ];
    await setStatus(request, 'in_progress');
    await move(request);
    expect(await bell(technician)).toEqual([orderOf(another), LOST]);
    const read = await anAssignedRequest(test, admin, technician);
    await technician.call(api.notifications.markAllRead, {});
    await move(read);
    expect(await bell(technician)).toEqual([orderOf(another), LOST, orderOf(read), LOST]);
  });

  it('goes when all their work is handed over', async () => {
    const [leaving, taker] = [await as(test, 'technician'), await as(test, 'technician')];
    await anAssignedRequest(test, admin, leaving);
    const done = await anAssignedRequest(test, admin, leaving, 'completed');
    await admin.call(api.users.toggleStatus, { ...pathOf(leaving), body: { taker_id: taker.id } });
    const rows = await test.deps.db
      .selectFrom('notifications')
      .select('message')
      .where('user_id', '=', leaving.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ message }) => message)).toEqual([orderOf(done), 'Now completed: Dark parking lot']);
  });
});

describe('a change of several notifications', () => {
  const LINK = '/dashboard/technician?requestId=7';
  /** Two unread ones. A table that is read as it lies has the later one first. */
  async function two(person: Person) {
    const notice = { type: 'system', title: 'Two', message: 'One of two', priority: 'low', link: LINK } as const;
    for (let n = 0; n < 2; n += 1) await test.deps.transaction((tx) => notifyUser(test.deps, tx, person.id, notice));
    const rows = test.deps.db.selectFrom('notifications').select('id').where('user_id', '=', person.id);
    const [first, second] = await rows.orderBy('id').execute();
    if (!first || !second) throw new Error('no notifications');
    const { db } = test.deps;
    await db.updateTable('notifications').set({ created_at: new Date() }).where('id', '=', first.id).execute();
    return { first, second };
  }

  it('waits for the one with the lowest id before it holds another', async () => {
    const person = await as(test, 'technician');
    const { first, second } = await two(person);
    const { reading } = await test.deps.db.transaction().execute(async (tx) => {
      const one = (id: number) => tx.selectFrom('notifications').select('id').where('id', '=', id).forUpdate();
      await one(first.id).execute();
      const reading = person.call(api.notifications.markAllRead, {});
      await waitingForLocks(test);
      expect(await one(second.id).skipLocked().execute()).toEqual([second]);
      return { reading };
    });
    expect(await reading).toMatchObject({ updated: 2 });
  });
});
