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
