import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, aRequest, as, type Person, signature } from '#server/testing/factories.ts';
import { updateWork } from '#server/testing/field-work.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
let technician: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin', { name: 'Ada' });
  technician = await as(test, 'technician', { name: 'Tina' });
});
afterAll(() => test.close());

const of = (request: { id: number }) => ({ params: { id: String(request.id) } });
const read = async (request: { id: number }) => (await admin.call(api.requests.get, of(request))).request;
const eventsOf = (request: { id: number }) =>
  test.deps.db
    .selectFrom('audit_events')
    .select('action')
    .where('entity', '=', 'request')
    .where('entity_id', '=', String(request.id))
    .orderBy('id')
    .execute();
const noticesTo = async (person: Person) =>
  (await test.deps.db.selectFrom('notifications').select('message').where('user_id', '=', person.id).execute()).map(
    ({ message }) => message,
  );

const seen = async (request: { id: number }) => ({ id: request.id, version: (await read(request)).version });

describe('the undo of a dispatch', () => {
  it('gives each request the assignee and the status back that it had, in one transaction for each', async () => {
    const other = await as(test, 'technician', { name: 'Olga' });
    const [nobodys, olgas, kept] = [
      await aRequest(test),
      await anAssignedRequest(test, admin, other, 'pending'),
      await anAssignedRequest(test, admin, other, 'in_progress'),
    ];
    const before = await Promise.all([nobodys, olgas, kept].map(read));
    const assigned = await admin.call(api.requests.assignMany, {
      body: { requests: await Promise.all([nobodys, olgas, kept].map(seen)), technician_id: technician.id },
    });
    await admin.call(api.requests.changeStatus, { ...of(kept), body: { status: 'cancelled' } });
    const body = {
      requests: assigned.done.map((one, n) => ({
        ...one,
        assigned_to: before[n]?.assigned_to ?? null,
        status: before[n]?.status ?? 'pending',
      })),
    };
    const { done, refused } = await admin.call(api.requests.restoreMany, { body });
    expect(done).toEqual(await Promise.all([nobodys, olgas].map(seen)));
    expect(refused).toEqual([
      { id: kept.id, external_id: kept.external_id, message: expect.stringMatching(/^Ada changed the status on /) },
    ]);
    expect(await Promise.all([nobodys, olgas, kept].map(read))).toMatchObject([
      { status: 'pending', assigned_to: null },
      { status: 'pending', assigned_to: other.id },
      { status: 'cancelled', assigned_to: technician.id },
    ]);
    const since = async (request: { id: number }) => (await eventsOf(request)).map(({ action }) => action).slice(-2);
    expect(await since(nobodys)).toEqual(['requests.assign', 'requests.unassign']);
    // To assign a pending request makes it assigned: the status is set back as a change of its own.
    expect(await since(olgas)).toEqual(['requests.assign', 'requests.change_status']);
    const hers = `${olgas.external_id}: ${before[1]?.title}`;
    expect((await noticesTo(other)).filter((message) => message === hers)).toHaveLength(2);
  });

  it('gives nothing back to someone who cannot take requests any more, and the others theirs', async () => {
    const [gone, other] = [await as(test, 'technician'), await as(test, 'technician')];
    await test.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute();
    const former = [other, gone, other];
    const rows = await Promise.all(former.map(() => anAssignedRequest(test, admin, technician)));
    const requests = await Promise.all(
      rows.map(async (row, n) => ({
        ...(await seen(row)),
        assigned_to: former[n]?.id ?? null,
        status: 'assigned' as const,
      })),
    );
    const { done, refused } = await admin.call(api.requests.restoreMany, { body: { requests } });
    expect(done.map(({ id }) => id)).toEqual([rows[0]?.id, rows[2]?.id]);
    expect(refused).toEqual([{ ...rows[1], message: 'Whoever had it before takes no requests any more.' }]);
    expect(await Promise.all(rows.map(read))).toMatchObject([
      { assigned_to: other.id },
      { status: 'assigned', assigned_to: technician.id },
      { assigned_to: other.id },
    ]);
  });

  const absent = { unsigned: 'absent', unsigned_reason: 'Gate locked', unsigned_confirmed: true };
  /** Flags that the office has not answered, each with the technician's work that raises it. */
  const flags: [kind: 'no_signature' | 'low_rating', raise: (request: { id: number }) => Promise<unknown>][] = [
    ['no_signature', (request) => updateWork(technician, request, { status: 'in_progress', ...absent })],
    [
      'low_rating',
      async (request) => {
        const evidence = { status: 'completed', rating: 1, signature: await signature() };
        await updateWork(technician, request, evidence);
        await updateWork(technician, request, { status: 'in_progress' });
      },
    ],
  ];
  const isFlagged = async (attention: 'no_signature' | 'low_rating', { id }: { id: number }) =>
    (await admin.call(api.requests.list, { query: { attention, limit: '200' } })).requests.some((one) => one.id === id);

  it.each(flags)('flags a request again (%s) whose flag the undone assignment answered', async (kind, raise) => {
    const other = await as(test, 'technician');
    const request = await anAssignedRequest(test, admin, technician, 'in_progress');
    await raise(request);
    const before = { assigned_to: technician.id, status: 'in_progress' as const };
    // Another technician, and the same one once more: to confirm an assignment answers the flag as well.
    for (const technician_id of [other.id, technician.id]) {
      const { done } = await admin.call(api.requests.assignMany, {
        body: { requests: [await seen(request)], technician_id },
      });
      expect(await isFlagged(kind, request)).toBe(false);
      const requests = done.map((one) => ({ ...one, ...before }));
      await admin.call(api.requests.restoreMany, { body: { requests } });
      expect(await read(request)).toMatchObject(before);
      expect(await isFlagged(kind, request)).toBe(true);
    }
  });

  it.each(flags)('flags no request (%s) whose flag was answered before', async (kind, raise) => {
    const other = await as(test, 'technician');
    const request = await anAssignedRequest(test, admin, technician, 'in_progress');
    await raise(request);
    await admin.call(api.requests.assign, { ...of(request), body: { technician_id: technician.id } });
    const { done } = await admin.call(api.requests.assignMany, {
      body: { requests: [await seen(request)], technician_id: other.id },
    });
    const requests = done.map((one) => ({ ...one, assigned_to: technician.id, status: 'in_progress' as const }));
    await admin.call(api.requests.restoreMany, { body: { requests } });
    expect(await isFlagged(kind, request)).toBe(false);
  });

  it.each([
    [{ assigned_to: null }, 'Please select a status'],
    [{ status: 'pending' }, 'Please select a technician'],
    [{ assigned_to: 0, status: 'pending' }, 'Please select a technician'],
    [{ assigned_to: null, status: 'pending', notes: 'Back' }, 'Unknown field'],
  ])('is not restored with %j', async (fields, message) => {
    const answer = await admin.attempt(api.requests.restoreMany, { body: { requests: [{ id: 1, ...fields }] } });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });
});
