import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, as, type Person } from '#server/testing/factories.ts';
import { aFieldWork, pathOf, readRequest, updateWork as update } from '#server/testing/field-work.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
let technician: Person;
let signed: string;
beforeAll(async () => {
  ({ test, admin, technician, signed } = await aFieldWork());
});
afterAll(() => test.close());

const absent = {
  status: 'in_progress',
  unsigned: 'absent',
  unsigned_reason: 'The gate was locked.',
  unsigned_confirmed: true,
} as const;
const read = (request: { id: number }) => readRequest(admin, request);
const isFlagged = async (request: { id: number }) => {
  const { requests } = await admin.call(api.requests.list, { query: { attention: 'no_signature', limit: '200' } });
  const listed = requests.some(({ id }) => id === request.id);
  expect((await read(request)).unsigned_visits.some(({ open }) => open)).toBe(listed);
  return listed;
};
const started = () => anAssignedRequest(test, admin, technician, 'in_progress');
async function flagged() {
  const request = await started();
  expect((await update(technician, request, absent)).status).toBe(200);
  expect(await isFlagged(request)).toBe(true);
  return request;
}

describe('a visit without a signature', () => {
  it.each([
    ['absent', 'assigned', 'customer absent'],
    ['declined', 'in_progress', 'customer declined to sign'],
  ] as const)(
    'because the customer was %s leaves the request in progress and tells the office',
    async (kind, from, words) => {
      const request = await anAssignedRequest(test, admin, technician, from);
      const before = await admin.call(api.requests.attention, {});
      const answer = await update(technician, request, { ...absent, unsigned: kind });
      expect(answer.status).toBe(200);
      const now = await read(request);
      expect(now).toMatchObject({
        status: 'in_progress',
        rating: null,
        signature: null,
        completed_at: null,
        evidence: [],
      });
      expect(now.unsigned_visits).toEqual([
        { kind, reason: 'The gate was locked.', recorded_by: 'Tina', recorded_at: now.updated_at, open: true },
      ]);
      expect(await isFlagged(request)).toBe(true);
      const after = await admin.call(api.requests.attention, {});
      expect(after.attention.no_signature).toBe(before.attention.no_signature + 1);

      const { notifications } = await admin.call(api.notifications.list, { query: {} });
      expect(notifications[0]).toMatchObject({
        title: `Request ${now.external_id}: ${words}`,
        message: 'Tina: The gate was locked.',
        priority: 'high',
        link: `/dashboard/admin?requestId=${request.id}`,
      });
      const entry = await test.deps.db
        .selectFrom('audit_events')
        .select('after')
        .where('entity', '=', 'request')
        .where('entity_id', '=', String(request.id))
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(entry.after).toMatchObject({ unsigned: kind, unsigned_reason: 'The gate was locked.' });
    },
  );

  const refusals: [what: string, body: object, field: string, message: string][] = [
    [
      'without a reason',
      { ...absent, unsigned_reason: ' ' },
      'unsigned_reason',
      'Please say why there is no signature',
    ],
    [
      'without a confirmation',
      { ...absent, unsigned_confirmed: false },
      'unsigned_confirmed',
      'Please confirm that you were there and got no signature',
    ],
    [
      'with another status',
      { ...absent, status: 'cancelled' },
      'status',
      'Without a signature the request stays in progress',
    ],
    [
      'of an unknown kind',
      { ...absent, unsigned: 'asleep' },
      'unsigned',
      'Please say whether the customer was absent or declined to sign',
    ],
    [
      'that names no kind',
      { status: 'in_progress', unsigned_reason: 'Nobody there' },
      'unsigned',
      'Please say whether the customer was absent or declined to sign',
    ],
    [
      'with a confirmation that is no box',
      { ...absent, unsigned_confirmed: 'yes' },
      'unsigned_confirmed',
      'Please confirm that you were there and got no signature',
    ],
  ];
  it.each(refusals)('%s is refused', async (_, body, field, message) => {
    const request = await started();
    const answer = await update(technician, request, body);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field, message }]);
    expect(await isFlagged(request)).toBe(false);
  });

  it('completes nothing: the texts of a completion come first', async () => {
    const request = await started();
    const answer = await update(technician, request, { ...absent, status: 'completed' });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'Please collect client signature and rating to complete the case',
    ]);
    const rated = await update(technician, request, { ...absent, status: 'completed', rating: 4 });
    expect([rated.status, rated.body.message]).toEqual([400, 'Client signature is required to complete the case']);
    const whole = await update(technician, request, { ...absent, status: 'completed', rating: 4, signature: signed });
    expect(whole.body.details).toEqual([
      { field: 'status', message: 'Without a signature the request stays in progress' },
    ]);
    expect((await read(request)).status).toBe('in_progress');
  });

  it('is recorded by the assignee only', async () => {
    const request = await started();
    const other = await as(test, 'technician');
    expect((await update(other, request, absent)).status).toBe(404);
    const stranger = await test.app.inject({
      method: 'PATCH',
      url: `/api/requests/${request.id}/update-with-files`,
      payload: absent,
    });
    expect(stranger.statusCode).toBe(401);
    expect(await isFlagged(request)).toBe(false);
  });
});

describe('the flag for the office', () => {
  const other = () => as(test, 'technician');
  it.each<[what: string, answer: (request: { id: number }) => Promise<unknown>]>([
    ['a completion', (request) => update(technician, request, { status: 'completed', rating: 5, signature: signed })],
    ['a cancellation by the technician', (request) => update(technician, request, { status: 'cancelled' })],
    [
      'a new assignment',
      async (request) =>
        admin.call(api.requests.assign, { ...pathOf(request), body: { technician_id: (await other()).id } }),
    ],
    [
      'a status from the office',
      (request) => admin.call(api.requests.changeStatus, { ...pathOf(request), body: { status: 'assigned' } }),
    ],
    [
      'the same assignment again',
      (request) => admin.call(api.requests.assign, { ...pathOf(request), body: { technician_id: technician.id } }),
    ],
    [
      'the same status from the office',
      (request) => admin.call(api.requests.changeStatus, { ...pathOf(request), body: { status: 'in_progress' } }),
    ],
    ['taking it back', (request) => admin.call(api.requests.unassign, { ...pathOf(request), body: {} })],
  ])('is removed by %s', async (_, answer) => {
    const request = await flagged();
    await answer(request);
    expect(await isFlagged(request)).toBe(false);
    expect((await read(request)).unsigned_visits).toMatchObject([{ kind: 'absent', open: false }]);
  });

  it('is removed when the technician is no longer available', async () => {
    const leaving = await other();
    const request = await anAssignedRequest(test, admin, leaving, 'in_progress');
    await update(leaving, request, absent);
    expect(await isFlagged(request)).toBe(true);
    await admin.call(api.users.toggleStatus, { params: { id: String(leaving.id) }, body: {} });
    expect(await isFlagged(request)).toBe(false);
  });

  it("stays with the technician's further work, and moves to the next visit", async () => {
    const request = await flagged();
    await update(technician, request, { status: 'in_progress', notes: 'Rang twice.' });
    expect(await isFlagged(request)).toBe(true);
    await update(technician, request, { ...absent, unsigned: 'declined', unsigned_reason: 'Wants the manager.' });
    expect((await read(request)).unsigned_visits).toMatchObject([
      { kind: 'declined', reason: 'Wants the manager.', open: true },
      { kind: 'absent', open: false },
    ]);
  });
});

describe('how a signature was given', () => {
  const completion = () => ({ status: 'completed', rating: 5, signature: signed });
  it.each([
    [{}, { signature_kind: 'drawn', signed_name: null }],
    [{ signature_kind: 'drawn' }, { signature_kind: 'drawn', signed_name: null }],
    [
      { signature_kind: 'typed', signed_name: ' Dana Whitfield ' },
      { signature_kind: 'typed', signed_name: 'Dana Whitfield' },
    ],
  ])('is kept with the evidence: %j', async (fields, kept) => {
    const request = await started();
    expect((await update(technician, request, { ...completion(), ...fields })).status).toBe(200);
    expect((await read(request)).evidence).toMatchObject([kept]);
  });

  it.each([
    [{ signature_kind: 'typed' }, 'signed_name', 'Please type the name of the person who signs'],
    [{ signed_name: 'Dana' }, 'signed_name', 'A name is given with a typed signature only'],
    [{ signature_kind: 'carved' }, 'signature_kind', 'There is no signature that was drawn or typed'],
  ])('is refused as %j', async (fields, field, message) => {
    const request = await started();
    const answer = await update(technician, request, { ...completion(), ...fields });
    expect([answer.status, answer.body.details]).toEqual([400, [{ field, message }]]);
    expect((await read(request)).status).toBe('in_progress');
  });

  it.each(['.', '-', '😀', '\u3164'])('is refused as a name without a letter: %j', async (signed_name) => {
    const answer = await update(technician, await started(), { ...completion(), signature_kind: 'typed', signed_name });
    const message = 'Please type a name with at least one letter';
    expect([answer.status, answer.body.details]).toEqual([400, [{ field: 'signed_name', message }]]);
  });

  it('is refused without a signature', async () => {
    const request = await started();
    const kind = await update(technician, request, { status: 'in_progress', signature_kind: 'drawn' });
    expect(kind.body.details).toEqual([
      { field: 'signature_kind', message: 'There is no signature that was drawn or typed' },
    ]);
    const name = await update(technician, request, { status: 'in_progress', signed_name: 'Dana' });
    expect(name.body.details).toEqual([
      { field: 'signed_name', message: 'A name is given with a typed signature only' },
    ]);
  });
});
