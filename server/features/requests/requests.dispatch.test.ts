import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { BULK_MAX } from '#contract/words/limits.ts';
import { anAssignedRequest, aRequest, as, type Person } from '#server/testing/factories.ts';
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
const isTechnician = ({ role }: { role: string }) => role === 'technician';
const eventsOf = (request: { id: number }) =>
  test.deps.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'request')
    .where('entity_id', '=', String(request.id))
    .orderBy('id')
    .execute();
const noticesTo = async (person: Person) =>
  (await test.deps.db.selectFrom('notifications').select('message').where('user_id', '=', person.id).execute()).map(
    ({ message }) => message,
  );

describe('taking a request back', () => {
  it('makes an assigned request pending, tells the technician, and is in history and trail', async () => {
    const request = await anAssignedRequest(test, admin, technician);
    const answer = await admin.call(api.requests.unassign, { ...of(request), body: { notes: 'Wrong truck' } });
    expect(answer.request).toMatchObject({ status: 'pending', assigned_to: null, assignedTechnician: null });
    expect(answer.request.notes).toContain('Wrong truck');
    expect(answer.request.history.slice(-2)).toMatchObject([
      { change: 'assignment', from: 'Tina', to: null, by: 'Ada' },
      { change: 'status', from: 'assigned', to: 'pending', by: 'Ada' },
    ]);
    expect((await noticesTo(technician)).slice(-1)).toEqual([`No longer assigned to you: ${answer.request.title}`]);
    expect((await eventsOf(request)).at(-1)).toEqual({
      action: 'requests.unassign',
      before: { assigned_to: technician.id, status: 'assigned' },
      after: { assigned_to: null, status: 'pending', notes: 'Wrong truck' },
    });
  });

  it('makes one in progress pending, because it waits for the dispatch again', async () => {
    const request = await anAssignedRequest(test, admin, technician, 'in_progress');
    const answer = await admin.call(api.requests.unassign, { ...of(request), body: {} });
    expect(answer.request).toMatchObject({ status: 'pending', assigned_to: null });
  });

  it.each(['completed', 'cancelled', 'pending'] as const)('leaves the status of one that is %s', async (status) => {
    const request = await anAssignedRequest(test, admin, technician, status);
    const answer = await admin.call(api.requests.unassign, { ...of(request), body: {} });
    expect(answer.request).toMatchObject({ status, assigned_to: null });
  });

  it('changes nothing of a request that nobody has', async () => {
    const request = await aRequest(test);
    const before = await read(request);
    await admin.call(api.requests.unassign, { ...of(request), body: { version: before.version } });
    expect(await read(request)).toEqual(before);
    expect((await eventsOf(request)).map(({ action }) => action)).toEqual(['requests.create']);
  });

  it('is refused on an older version, and says who was first', async () => {
    const request = await anAssignedRequest(test, admin, technician);
    const { version } = await read(request);
    await admin.call(api.requests.changeStatus, { ...of(request), body: { status: 'in_progress' } });
    const answer = await admin.attempt(api.requests.unassign, { ...of(request), body: { version } });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/^Ada changed the status on /);
    expect(await read(request)).toMatchObject({ status: 'in_progress', assigned_to: technician.id });
  });
});

describe('whom requests can be assigned to', () => {
  it('are active technicians with what they have at hand, fewest first, and then admins', async () => {
    const busy = await as(test, 'technician', { name: 'Busy' });
    await test.deps.db.updateTable('users').set({ base_location: 'Ocala' }).where('id', '=', busy.id).execute();
    const idle = await as(test, 'technician', { name: 'Idle' });
    const gone = await as(test, 'technician', { is_active: false });
    const auditor = await as(test, 'auditor');
    for (const status of ['in_progress', undefined, 'completed', 'cancelled', 'pending'] as const) {
      await anAssignedRequest(test, admin, busy, status);
    }
    const { assignees } = await admin.call(api.requests.assignees, {});
    const openOf = (person: Person) => assignees.find(({ id }) => id === person.id)?.open;
    expect([openOf(busy), openOf(idle), openOf(gone), openOf(auditor)]).toEqual([2, 0, undefined, undefined]);
    expect(openOf(admin)).toBe(0);
    const [technicians, admins] = [assignees.filter(isTechnician), assignees.filter((one) => !isTechnician(one))];
    expect(assignees).toEqual([...technicians, ...admins]);
    for (const counts of [technicians, admins].map((people) => people.map(({ open }) => open))) {
      expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    }
    expect(admins.length).toBeGreaterThan(0);
    expect(assignees.find(({ id }) => id === busy.id)).toEqual({
      id: busy.id,
      name: 'Busy',
      email: busy.email,
      role: 'technician',
      base_location: 'Ocala',
      is_invited: false,
      open: 2,
      // What is cancelled is no work; what is finished was.
      today: 4,
    });
  });

  it('have the load of their day: what was given to them since midnight and is still theirs, each once', async () => {
    const [one, other] = [
      await as(test, 'technician', { name: 'One' }),
      await as(test, 'technician', { name: 'Other' }),
    ];
    const [kept, moved, back, old] = [
      await anAssignedRequest(test, admin, one),
      await anAssignedRequest(test, admin, one),
      await anAssignedRequest(test, admin, one),
      await anAssignedRequest(test, admin, one),
    ];
    for (const to of [other, one]) {
      await admin.call(api.requests.assign, { ...of(kept), body: { technician_id: to.id } });
    }
    await admin.call(api.requests.assign, { ...of(moved), body: { technician_id: other.id } });
    await admin.call(api.requests.unassign, { ...of(back), body: {} });
    await test.deps.db
      .updateTable('request_assignments')
      .set({ changed_at: new Date(test.deps.now().getTime() - 48 * 3_600_000) })
      .where('request_id', '=', old.id)
      .execute();
    const { assignees } = await admin.call(api.requests.assignees, {});
    const loadOf = (person: Person) => assignees.find(({ id }) => id === person.id);
    expect(loadOf(one)).toMatchObject({ open: 2, today: 1 });
    expect(loadOf(other)).toMatchObject({ open: 1, today: 1 });
  });
});

describe('a bulk change', () => {
  const seen = async (request: { id: number }) => ({ id: request.id, version: (await read(request)).version });

  it('assigns each request on its own, and names those that are refused', async () => {
    const [good, stale, other] = [await aRequest(test), await aRequest(test), await aRequest(test)];
    const chosen = [await seen(good), await seen(stale), await seen(other), { id: 2_147_483_647 }];
    await admin.call(api.requests.changeStatus, { ...of(stale), body: { status: 'cancelled' } });
    const body = { requests: chosen, technician_id: technician.id, notes: 'Storm' };
    const { done, refused } = await admin.call(api.requests.assignMany, { body });
    expect(done).toEqual([await seen(good), await seen(other)]);
    expect(refused).toEqual([
      {
        id: stale.id,
        external_id: stale.external_id,
        message: expect.stringMatching(/^Ada changed the status on .*\.$/),
      },
      { id: 2_147_483_647, external_id: null, message: 'Request not found' },
    ]);
    for (const request of [good, other]) {
      expect(await read(request)).toMatchObject({ status: 'assigned', assigned_to: technician.id });
      expect((await eventsOf(request)).map(({ action }) => action)).toEqual(['requests.create', 'requests.assign']);
      expect((await read(request)).notes).toContain('Storm');
    }
    expect(await read(stale)).toMatchObject({ status: 'cancelled', assigned_to: null, notes: '' });
  });

  it('sets the status of each, with an event each', async () => {
    const requests = [await aRequest(test), await aRequest(test)];
    const chosen = await Promise.all(requests.map(seen));
    const { done, refused } = await admin.call(api.requests.changeStatusOfMany, {
      body: { requests: chosen, status: 'in_progress' },
    });
    expect([done.length, refused]).toEqual([2, []]);
    for (const request of requests) {
      expect((await eventsOf(request)).at(-1)).toMatchObject({
        action: 'requests.change_status',
        before: { status: 'pending' },
        after: { status: 'in_progress' },
      });
    }
  });

  it('takes each request back, with an event each', async () => {
    const requests = [
      await anAssignedRequest(test, admin, technician),
      await anAssignedRequest(test, admin, technician, 'in_progress'),
    ];
    const nobodys = await aRequest(test);
    const chosen = await Promise.all([...requests, nobodys].map(seen));
    const { done, refused } = await admin.call(api.requests.unassignMany, {
      body: { requests: chosen, notes: 'Rain' },
    });
    expect(done).toEqual(await Promise.all([...requests, nobodys].map(seen)));
    expect(refused).toEqual([]);
    expect(await Promise.all(requests.map(read))).toMatchObject([
      { status: 'pending', assigned_to: null },
      { status: 'pending', assigned_to: null },
    ]);
    for (const request of requests) {
      expect((await eventsOf(request)).at(-1)).toMatchObject({ action: 'requests.unassign' });
      expect((await read(request)).notes).toContain('Rain');
    }
    expect(await eventsOf(nobodys)).toHaveLength(1);
  });

  it('changes nothing twice when it is sent again', async () => {
    const request = await aRequest(test);
    const body = { requests: [await seen(request)], technician_id: technician.id };
    await admin.call(api.requests.assignMany, { body });
    const again = await admin.call(api.requests.assignMany, { body });
    expect([again.done, again.refused.length]).toEqual([[], 1]);
    expect(await eventsOf(request)).toHaveLength(2);
  });

  it('is refused as a whole for someone who cannot take requests', async () => {
    const auditor = await as(test, 'auditor');
    const request = await aRequest(test);
    const answer = await admin.attempt(api.requests.assignMany, {
      body: { requests: [{ id: request.id }], technician_id: auditor.id },
    });
    expect([answer.status, answer.body.message]).toEqual([400, 'Please select a technician']);
    expect(await read(request)).toMatchObject({ assigned_to: null });
  });

  it.each([
    ['no request', [], 'Please select at least one request'],
    [
      'too many',
      Array.from({ length: BULK_MAX + 1 }, (_, n) => ({ id: n + 1 })),
      'At most 100 requests can be changed at once',
    ],
    ['one twice', [{ id: 1 }, { id: 1 }], 'A request is in the list twice'],
    ['no list', undefined, 'This field is required'],
    ['unknown fields', [{ id: 1, status: 'pending' }], 'Unknown field'],
  ])('of %s is refused', async (_, requests, message) => {
    for (const [endpoint, rest] of [
      [api.requests.assignMany, { technician_id: technician.id }],
      [api.requests.unassignMany, {}],
      [api.requests.changeStatusOfMany, { status: 'pending' }],
    ] as const) {
      const answer = await admin.attempt(endpoint, { body: { requests, ...rest } });
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
  });

  it('needs a technician, or a status', async () => {
    const requests = [{ id: 1 }];
    const assign = await admin.attempt(api.requests.assignMany, { body: { requests } });
    expect([assign.status, assign.body.message]).toEqual([400, 'Please select a technician']);
    const status = await admin.attempt(api.requests.changeStatusOfMany, { body: { requests, status: 'done' } });
    expect([status.status, status.body.message]).toEqual([400, 'Please select a status']);
  });
});
