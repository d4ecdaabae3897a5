import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { type Status, statuses } from '#contract/words/requests.ts';
import { aClock } from '#server/testing/clock.ts';
import { anAssignedRequest, aRequest, as, type Person, signature } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-03-02T14:14:00Z');

let test: TestApp;
let admin: Person;
let technician: Person;
let auditor: Person;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin', { name: 'Olive Office' });
  technician = await as(test, 'technician', { name: 'Tina Technician' });
  auditor = await as(test, 'auditor');
});
afterAll(() => test.close());

const paramsOf = (request: { id: number }) => ({ id: String(request.id) });
const read = async (request: { id: number }, who: Person = admin) =>
  (await who.call(api.requests.get, { params: paramsOf(request) })).request;
const assign = (request: { id: number }, technician_id: unknown, notes?: string) =>
  admin.attempt(api.requests.assign, {
    params: paramsOf(request),
    body: { technician_id, ...(notes ? { notes } : {}) },
  });
const move = (request: { id: number }, status: unknown, notes?: string) =>
  admin.attempt(api.requests.changeStatus, {
    params: paramsOf(request),
    body: { status, ...(notes ? { notes } : {}) },
  });
const timeline = async (request: { id: number }) =>
  (
    await test.deps.db
      .selectFrom('request_status_changes')
      .select(['status', 'changed_by'])
      .where('request_id', '=', request.id)
      .orderBy('id')
      .execute()
  ).map(({ status, changed_by }) => [status, changed_by]);

describe('reading a request', () => {
  it('is allowed to the office, the auditor and the assigned technician', async () => {
    const request = await anAssignedRequest(test, admin, technician);
    for (const who of [admin, auditor, technician]) {
      expect(await read(request, who)).toMatchObject({
        id: request.id,
        assignedTechnician: { name: 'Tina Technician' },
      });
    }
  });

  it('of another technician, or a missing one, gives a technician the same 404 in every call', async () => {
    const other = await as(test, 'technician');
    const [foreign, unassigned] = [await anAssignedRequest(test, admin, other), await aRequest(test)];
    const before = await read(foreign);
    for (const request of [foreign, unassigned, { id: 2_147_483_647 }]) {
      const params = paramsOf(request);
      const body = { status: 'in_progress', notes: 'I was here' };
      for (const answer of [
        await technician.attempt(api.requests.get, { params }),
        await technician.attempt(api.requests.updateWithFiles, { params, body }),
        await technician.attempt(api.requests.updateWithFiles, {
          params,
          body,
          files: [{ name: 'a.png', bytes: Buffer.from('x') }],
        }),
      ]) {
        expect(answer.status).toBe(404);
        expect(answer.body.message).toBe('Request not found');
      }
    }
    expect(await read(foreign)).toEqual(before);
  });

  it('ends for the old technician as soon as it is assigned to another', async () => {
    const next = await as(test, 'technician');
    const request = await anAssignedRequest(test, admin, technician);
    expect((await assign(request, next.id)).status).toBe(200);
    const params = paramsOf(request);
    expect((await technician.attempt(api.requests.get, { params })).status).toBe(404);
    const update = await technician.attempt(api.requests.updateWithFiles, { params, body: { status: 'cancelled' } });
    expect(update.status).toBe(404);
    expect((await technician.call(api.requests.listMine, {})).requests.map(({ id }) => id)).not.toContain(request.id);
    expect(await read(request, next)).toMatchObject({ status: 'assigned', assigned_to: next.id });
  });

  it.each(['0', '-1', '1.5', '2147483648', 'abc', '1e3', '9'.repeat(60), '\u0000'])(
    'with the invalid id %j is 400',
    async (id) => {
      for (const endpoint of [
        api.requests.get,
        api.requests.assign,
        api.requests.changeStatus,
        api.requests.updateWithFiles,
      ]) {
        expect(
          (await admin.attempt(endpoint, { params: { id }, body: { status: 'assigned', technician_id: 1 } })).status,
        ).toBe(400);
      }
    },
  );

  it('that does not exist is 404 in every call', async () => {
    const nowhere = { id: 2_147_483_647 };
    expect((await admin.attempt(api.requests.get, { params: paramsOf(nowhere) })).status).toBe(404);
    expect((await assign(nowhere, technician.id)).status).toBe(404);
    expect((await move(nowhere, 'completed')).status).toBe(404);
  });
});

describe('assigning', () => {
  it('sets a pending request to assigned, and records the admin and the note', async () => {
    const request = await aRequest(test);
    const answer = await assign(request, technician.id, 'Bring the long ladder');
    expect(answer.body.request).toMatchObject({
      status: 'assigned',
      assigned_to: technician.id,
      assignedTechnician: { name: 'Tina Technician' },
      notes: 'Mar 2, 2026, 9:14 AM · Olive Office\nBring the long ladder',
    });
    expect(await timeline(request)).toEqual([
      ['pending', null],
      ['assigned', admin.id],
    ]);
  });

  it.each(statuses.filter((status) => status !== 'pending'))('does not change the status %s', async (status) => {
    const request = await aRequest(test);
    await move(request, status);
    const before = await timeline(request);
    expect((await assign(request, technician.id)).body.request).toMatchObject({ status, assigned_to: technician.id });
    expect(await timeline(request)).toEqual(before);
  });

  it('accepts an admin as the assignee', async () => {
    expect((await assign(await aRequest(test), admin.id)).body.request).toMatchObject({ assigned_to: admin.id });
  });

  it('refuses every user who cannot be assigned, with the text', async () => {
    const request = await aRequest(test);
    const inactive = await as(test, 'technician', { is_active: false });
    const nobodies = [
      auditor.id,
      inactive.id,
      2_147_483_647,
      0,
      -1,
      1.5,
      2_147_483_648,
      '7',
      null,
      undefined,
      '',
      [technician.id],
    ];
    for (const nobody of nobodies) {
      const answer = await assign(request, nobody, 'never kept');
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        message: 'Please select a technician',
        details: [{ field: 'technician_id' }],
      });
    }
    expect(await read(request)).toMatchObject({ status: 'pending', assigned_to: null, notes: '' });
  });

  it('refuses other fields', async () => {
    const params = paramsOf(await aRequest(test));
    const body = { technician_id: technician.id, status: 'completed', rating: 5 };
    const answer = await admin.attempt(api.requests.assign, { params, body });
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map(({ field }) => field)).toEqual(['status', 'rating']);
  });
});

describe('a status change by the office', () => {
  const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

  it.each(pairs)('from %s to %s is allowed, and completed_at is set only while completed', async (from, to) => {
    const request = await aRequest(test);
    await move(request, from);
    const entered = clock.now().toISOString();
    const steps = (await timeline(request)).length;
    clock.forward(1);
    const answer = await move(request, to);
    const now = clock.now().toISOString();
    expect(answer.status).toBe(200);
    expect(answer.body.request).toMatchObject({
      status: to,
      updated_at: from === to ? entered : now,
      completed_at: to === 'completed' ? (from === 'completed' ? entered : now) : null,
    });
    expect(await timeline(request)).toHaveLength(steps + (from === to ? 0 : 1));
    clock.forward(-1);
  });

  it.each([undefined, '', 'open', 'Completed', null, 1, ['pending']])(
    'to %j is refused with the text',
    async (status) => {
      const request = await aRequest(test);
      const answer = await move(request, status, 'never kept');
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe('Please select a status');
      expect(await read(request)).toMatchObject({ status: 'pending', notes: '' });
    },
  );

  it('may not set other fields', async () => {
    const params = paramsOf(await aRequest(test));
    for (const field of ['rating', 'completed_at', 'assigned_to', 'signature']) {
      const answer = await admin.attempt(api.requests.changeStatus, {
        params,
        body: { status: 'completed', [field]: 1 },
      });
      expect(answer.body.details).toEqual([{ field, message: 'Unknown field' }]);
    }
  });

  it('loses no note when ten arrive at once', async () => {
    const request = await aRequest(test);
    const moves: Status[] = Array.from({ length: 10 }, (_, i) => (i % 2 ? 'completed' : 'in_progress'));
    const answers = await Promise.all(moves.map((status, i) => move(request, status, `note ${i}`)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { notes, status } = await read(request);
    expect(notes.split('\n\n')).toHaveLength(10);
    expect((await timeline(request)).at(-1)?.[0]).toBe(status);
  });
});

describe('notes', () => {
  it('are entries, newest last, separated by blank lines', async () => {
    // When the clock goes back, her session was last used in the future, and ends.
    const tina = await as(test, 'technician', { name: 'Tina Technician' });
    const request = await anAssignedRequest(test, admin, tina);
    await move(request, 'in_progress', 'First\n\n\r\n  \t\n second line ');
    clock.forward(60);
    await tina.call(api.requests.updateWithFiles, {
      params: paramsOf(request),
      body: { status: 'assigned', notes: 'Parts\nordered' },
    });
    clock.forward(-60);
    await move(request, 'assigned', '   ');
    expect((await read(request)).notes.split(/\n\s*\n/)).toEqual([
      'Mar 2, 2026, 9:14 AM · Olive Office\nFirst\n second line',
      'Mar 2, 2026, 10:14 AM · Tina Technician\nParts\nordered',
    ]);
  });

  it('that are too long or cannot be stored are refused together with the status', async () => {
    const request = await aRequest(test);
    for (const notes of ['nul\u0000', '\ud800', 'x'.repeat(2001)]) {
      expect((await move(request, 'completed', notes)).status).toBe(400);
      expect((await assign(request, technician.id, notes)).status).toBe(400);
    }
    expect(await read(request)).toMatchObject({ status: 'pending', assigned_to: null, notes: '' });
  });
});

describe('roles', () => {
  it('prevent changes of the auditor and office calls of the technician', async () => {
    const request = await anAssignedRequest(test, admin, technician);
    const before = await read(request);
    const params = paramsOf(request);
    const body = { status: 'completed', technician_id: technician.id, signature: await signature(), rating: 5 };
    for (const endpoint of [api.requests.assign, api.requests.changeStatus, api.requests.updateWithFiles]) {
      expect((await auditor.attempt(endpoint, { params, body })).status).toBe(403);
    }
    for (const endpoint of [api.requests.assign, api.requests.changeStatus, api.requests.list, api.requests.stats]) {
      expect((await technician.attempt(endpoint, { params, body })).status).toBe(403);
    }
    expect(await read(request)).toEqual(before);
  });
});
