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
    expect(await since(olgas)).toEqual(['requests.assign', 'requests.assign']);
    // She has not read of the hand-over, and hears of no undo.
    const hers = `${olgas.external_id}: ${before[1]?.title}`;
    expect((await noticesTo(other)).filter((message) => message === hers)).toHaveLength(1);
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

  const undo = async (request: Awaited<ReturnType<typeof read>>, done: { id: number; version: number }[]) => {
    const { assigned_to, status } = request;
    await admin.call(api.requests.restoreMany, {
      body: { requests: done.map((one) => ({ ...one, assigned_to, status })) },
    });
  };

  it('leaves a request as overdue as it was, and counts no first assignment', async () => {
    const request = await aRequest(test);
    const past = new Date(Date.now() - 30 * 86_400_000);
    const { db } = test.deps;
    await db.updateTable('requests').set({ created_at: past }).where('id', '=', request.id).execute();
    await db
      .updateTable('request_status_changes')
      .set({ changed_at: past })
      .where('request_id', '=', request.id)
      .execute();
    const isOverdue = async () =>
      (await admin.call(api.requests.list, { query: { attention: 'long_pending' } })).requests.some(
        ({ id }) => id === request.id,
      );
    const before = await read(request);
    // Twice, because the second undo brings back what the first one brought back.
    for (const nth of [1, 2]) {
      expect([nth, await isOverdue()]).toEqual([nth, true]);
      const { done } = await admin.call(api.requests.assignMany, {
        body: { requests: [await seen(request)], technician_id: technician.id },
      });
      expect([nth, await isOverdue()]).toEqual([nth, false]);
      await undo(before, done);
    }
    expect(await isOverdue()).toBe(true);
    const { first_assigned_at } = await db
      .selectFrom('requests')
      .select('first_assigned_at')
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow();
    expect(first_assigned_at).toBeNull();
  });

  it('keeps the first assignment of a request that was given away before', async () => {
    const request = await anAssignedRequest(test, admin, technician);
    const find = () =>
      test.deps.db.selectFrom('requests').select('first_assigned_at').where('id', '=', request.id).execute();
    const first = await find();
    expect(first[0]?.first_assigned_at).toEqual(expect.any(Date));
    await admin.call(api.requests.unassign, { ...of(request), body: {} });
    const before = await read(request);
    const { done } = await admin.call(api.requests.assignMany, {
      body: { requests: [await seen(request)], technician_id: technician.id },
    });
    await undo(before, done);
    expect(await find()).toEqual(first);
  });

  it('gives a completed request its rating, signature, feedback and time of completion back', async () => {
    const request = await anAssignedRequest(test, admin, technician, 'in_progress');
    const evidence = { rating: 4, signature: await signature(), customer_notes: 'Bright again' };
    await updateWork(technician, request, { status: 'completed', ...evidence });
    const before = await read(request);
    expect(before).toMatchObject({ rating: 4, customer_notes: 'Bright again', completed_at: expect.any(String) });
    for (const status of ['cancelled', 'pending'] as const) {
      const { done } = await admin.call(api.requests.changeStatusOfMany, {
        body: { requests: [await seen(request)], status },
      });
      expect(await read(request)).toMatchObject({ rating: null, completed_at: null });
      await undo(before, done);
      const {
        rating,
        customer_notes,
        completed_at,
        status: back,
        signature: shown,
        evidence: records,
      } = await read(request);
      expect({ rating, customer_notes, completed_at, back }).toEqual({
        rating: 4,
        customer_notes: 'Bright again',
        completed_at: before.completed_at,
        back: 'completed',
      });
      expect(shown?.id).toBe(before.signature?.id);
      expect(records).toEqual(before.evidence);
    }
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
