import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, type Person } from '#server/testing/factories.ts';
import { waitingForLocks } from '#server/testing/locks.ts';
import { aSignedInUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await aSignedInUser(test, 'admin', 'Ada Admin');
});
afterAll(() => test.close());

const idOf = (row: { id: number }) => ({ id: String(row.id) });
type Leave = (leaving: Person, taker: Person) => Promise<{ status: number; body: object }>;
const deactivate: Leave = (leaving, taker) =>
  admin.attempt(api.users.toggleStatus, { params: idOf(leaving), body: { taker_id: taker.id } });
const remove: Leave = (leaving, taker) =>
  admin.attempt(api.users.remove, { params: idOf(leaving), query: { taker_id: String(taker.id) } });
const demote: Leave = ({ id, name, email }, { id: taker_id }) =>
  admin.attempt(api.users.update, {
    params: idOf({ id }),
    body: { name, email, role: 'auditor', is_active: true, taker_id },
  });

const assign = (request: { id: number }, to: Person) =>
  admin.attempt(api.requests.assign, { params: idOf(request), body: { technician_id: to.id } });

/** Begins a change that waits, under its locks of users, for what the leaving one still writes; then does the rest. */
const whileLeaving = <T>(leaving: Person, begin: () => Promise<T>) =>
  test.deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('sessions').select('id').where('user_id', '=', leaving.id).forKeyShare().execute();
    return begin();
  });

describe('Two people who leave at the same time, each with the other as taker', () => {
  it.each([
    ['deactivated, both technicians', deactivate, deactivate, 'technician'],
    ['deleted, both technicians', remove, remove, 'technician'],
    ['made an auditor and deleted, both technicians', demote, remove, 'technician'],
    ['deactivated, the later one an admin', deactivate, deactivate, 'admin'],
  ] as const)('%s: the first leaves, and the other is told that the taker is gone', async (_, one, other, role) => {
    const first = await aSignedInUser(test, 'technician');
    const second = await aSignedInUser(test, role);
    const work = await Promise.all([first, second].map((person) => anAssignedRequest(test, admin, person)));
    const departures = await test.deps.db.transaction().execute(async (tx) => {
      // Both calls are under way before either ends: they wait for what the leaving ones still write.
      await tx
        .selectFrom('sessions')
        .select('id')
        .where('user_id', 'in', [first.id, second.id])
        .forKeyShare()
        .execute();
      const departure = one(first, second);
      await waitingForLocks(test);
      const opposite = other(second, first);
      await waitingForLocks(test, 2);
      return [departure, opposite];
    });
    const [left, stayed] = await Promise.all(departures);
    expect(left).toMatchObject({ status: 200 });
    expect(stayed).toMatchObject({ status: 400, body: { details: [{ field: 'taker_id' }] } });
    for (const request of work) {
      const found = await admin.call(api.requests.get, { params: idOf(request) });
      expect(found.request).toMatchObject({ assigned_to: second.id });
    }
  });
});

describe('Who takes over, while the one who leaves still does', () => {
  it.each([
    ['deactivated', deactivate, 'technician'],
    ['deleted', remove, 'technician'],
    ['made an auditor', demote, 'technician'],
    ['deactivated, for an admin', deactivate, 'admin'],
  ] as const)('is given requests without a wait: %s', async (_, leave, role) => {
    const taker = await aSignedInUser(test, role);
    const leaving = await aSignedInUser(test, 'technician');
    const work = await anAssignedRequest(test, admin, leaving);
    const other = await anAssignedRequest(test, admin, leaving);
    const departure = await whileLeaving(leaving, async () => {
      const left = leave(leaving, taker);
      await waitingForLocks(test);
      expect((await assign(other, taker)).status).toBe(200);
      return { left };
    });
    expect(await departure.left).toMatchObject({ status: 200 });
    for (const request of [work, other]) {
      const found = await admin.call(api.requests.get, { params: idOf(request) });
      expect(found.request).toMatchObject({ assigned_to: taker.id });
    }
  });

  it.each([
    ['deactivated', (taker: Person) => admin.attempt(api.users.toggleStatus, { params: idOf(taker), body: {} })],
    ['deleted', (taker: Person) => admin.attempt(api.users.remove, { params: idOf(taker), query: {} })],
  ] as const)('and is %s, leaves after them with all of the work', async (_, end) => {
    const [taker, leaving] = [await aSignedInUser(test, 'technician'), await aSignedInUser(test, 'technician')];
    const work = await anAssignedRequest(test, admin, leaving);
    const departure = await whileLeaving(leaving, async () => {
      const left = deactivate(leaving, taker);
      await waitingForLocks(test);
      const ended = end(taker);
      await waitingForLocks(test, 2);
      return [left, ended];
    });
    for (const answer of await Promise.all(departure)) expect(answer).toMatchObject({ status: 200 });
    const found = await admin.call(api.requests.get, { params: idOf(work) });
    expect(found.request).toMatchObject({ assigned_to: null });
    expect(found.request.notes).toMatch(/takes over\.[\s\S]*Back to the unassigned list\./);
  });

  it('takes over from two other admins at once, as an admin', async () => {
    const taker = await aSignedInUser(test, 'admin');
    const [first, second] = [await aSignedInUser(test, 'admin'), await aSignedInUser(test, 'admin')];
    const work = await Promise.all([first, second].map((person) => anAssignedRequest(test, admin, person)));
    // Neither may hold a shared lock on the taker while it waits for the one of a change.
    const departures = await test.deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', taker.id).forShare().execute();
      const left = [deactivate(first, taker), deactivate(second, taker)];
      await waitingForLocks(test, 2);
      return { left };
    });
    for (const answer of await Promise.all(departures.left)) expect(answer).toMatchObject({ status: 200 });
    for (const request of work) {
      const found = await admin.call(api.requests.get, { params: idOf(request) });
      expect(found.request).toMatchObject({ assigned_to: taker.id });
    }
  });

  it('and who leaves are locked by id, whichever of the two has the lower one', async () => {
    const [low, high] = [await aSignedInUser(test, 'technician'), await aSignedInUser(test, 'technician')];
    const departures = await test.deps.db.transaction().execute(async (tx) => {
      const lock = (id: number) => tx.selectFrom('users').select('id').where('id', '=', id).forUpdate();
      await lock(low.id).execute();
      const left = [deactivate(high, low), deactivate(low, high)];
      await waitingForLocks(test, 2);
      await lock(high.id).noWait().execute();
      return { left };
    });
    const statuses = (await Promise.all(departures.left)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });
});

describe('A request that is finished while its technician leaves', () => {
  it.each([{ status: 'completed', completed_at: new Date() }, { status: 'cancelled' }] as const)(
    'stays $status, and theirs',
    async (finished) => {
      const leaving = await aSignedInUser(test, 'technician');
      const work = await anAssignedRequest(test, admin, leaving);
      const departure = await test.deps.db.transaction().execute(async (tx) => {
        await tx.updateTable('requests').set(finished).where('id', '=', work.id).execute();
        const left = admin.attempt(api.users.toggleStatus, { params: idOf(leaving), body: {} });
        await waitingForLocks(test);
        return { left };
      });
      expect(await departure.left).toMatchObject({ status: 200 });
      const { request } = await admin.call(api.requests.get, { params: idOf(work) });
      expect(request).toMatchObject({ status: finished.status, assigned_to: leaving.id });
    },
  );
});
