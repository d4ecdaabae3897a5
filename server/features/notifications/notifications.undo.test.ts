import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

/** What the bell says, the oldest first. */
const bell = async (person: Person) =>
  (await person.call(api.notifications.list, { query: {} })).notifications.map(({ title }) => title).reverse();
const seen = async ({ id }: { id: number }) => {
  const { request } = await admin.call(api.requests.get, { params: { id: String(id) } });
  return { id, version: request.version };
};
type Done = { id: number; version: number }[];
const assign = async (request: { id: number }, to: Person): Promise<Done> =>
  (await admin.call(api.requests.assignMany, { body: { requests: [await seen(request)], technician_id: to.id } })).done;
const setStatus = async (request: { id: number }, status: 'in_progress' | 'cancelled'): Promise<Done> =>
  (await admin.call(api.requests.changeStatusOfMany, { body: { requests: [await seen(request)], status } })).done;
const undo = async (done: Done, assignedTo: Person | null) => {
  const state = assignedTo
    ? ({ assigned_to: assignedTo.id, status: 'assigned' } as const)
    : ({ assigned_to: null, status: 'pending' } as const);
  const body = { requests: done.map((one) => ({ ...one, ...state })) };
  expect((await admin.call(api.requests.restoreMany, { body })).refused).toEqual([]);
};
const readAll = (person: Person) => person.call(api.notifications.markAllRead, {});

describe('an undo', () => {
  it('takes its unread notifications back, and says nothing of itself', async () => {
    const technician = await as(test, 'technician');
    await undo(await assign(await aRequest(test), technician), null);
    expect(await bell(technician)).toEqual([]);

    const request = await anAssignedRequest(test, admin, technician);
    await undo(await setStatus(request, 'in_progress'), technician);
    expect(await bell(technician)).toEqual(['New work order']);
  });

  it('says what holds to somebody who has read of the change, and only to them', async () => {
    const [reader, other] = [await as(test, 'technician'), await as(test, 'technician')];
    const request = await anAssignedRequest(test, admin, reader);
    await readAll(reader);
    const done = await assign(request, other);
    await readAll(reader);
    await undo(done, reader);
    expect(await bell(reader)).toEqual(['New work order', `Request ${request.external_id}`, 'New work order']);
    expect(await bell(other)).toEqual([]);
  });

  it('tells of the request again who had not read of it before the change', async () => {
    const [unread, other] = [await as(test, 'technician'), await as(test, 'technician')];
    const request = await anAssignedRequest(test, admin, unread);
    await undo(await assign(request, other), unread);
    expect(await bell(unread)).toEqual(['New work order']);
    expect((await unread.call(api.notifications.unreadCount, {})).unreadCount).toBe(1);
  });

  it('leaves earlier notifications of the request and those of others', async () => {
    const technician = await as(test, 'technician');
    const [request, another] = [
      await anAssignedRequest(test, admin, technician),
      await anAssignedRequest(test, admin, technician),
    ];
    const done = await setStatus(request, 'cancelled');
    await setStatus(another, 'in_progress');
    await undo(done, technician);
    expect(await bell(technician)).toEqual(['New work order', 'New work order', `Request ${another.external_id}`]);
  });
});
