import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { type Status, statuses } from '#contract/words/requests.ts';
import { anAssignedRequest, as, type Person, picture } from '#server/testing/factories.ts';
import { aFieldWork, pathOf, readRequest, updateWork as update } from '#server/testing/field-work.ts';
import type { TestApp } from '#server/testing/test-app.ts';

const FROZEN = 'This request is completed: its rating, feedback and signature cannot be changed';
const TOO_EARLY = 'Rating, feedback and signature are given when the request is completed';

let test: TestApp;
let admin: Person;
let technician: Person;
let signed: string;
beforeAll(async () => {
  ({ test, admin, technician, signed } = await aFieldWork());
});
afterAll(() => test.close());

const read = (request: { id: number }) => readRequest(admin, request);
/** The stored rows of a request and its files. */
const stored = async ({ id }: { id: number }) => ({
  request: await test.deps.db
    .selectFrom('requests')
    .select(['status', 'rating', 'customer_notes', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(),
  evidence: await test.deps.db.selectFrom('request_evidence').selectAll().where('request_id', '=', id).execute(),
  signatures: await test.deps.db
    .selectFrom('files')
    .select('id')
    .where('request_id', '=', id)
    .where('kind', '=', 'signature')
    .execute(),
});

async function completed(rating = 2, customer_notes = 'The lobby still flickers.') {
  const request = await anAssignedRequest(test, admin, technician, 'in_progress');
  await technician.call(api.requests.updateWithFiles, {
    ...pathOf(request),
    body: { status: 'completed', rating, customer_notes, signature: signed },
  });
  return request;
}

describe('evidence of a completed request', () => {
  const fields = ['rating', 'customer_notes', 'signature'] as const;
  const given = { rating: 5, customer_notes: 'All perfect!', signature: () => signed } as const;
  const evidenceOf = (field: (typeof fields)[number]) => {
    const value = given[field];
    return { [field]: typeof value === 'function' ? value() : value };
  };
  const cells = (['technician', 'admin'] as const).flatMap((role) =>
    fields.flatMap((field) =>
      statuses.filter((to) => role === 'admin' || to !== 'pending').map((to) => [role, field, to] as const),
    ),
  );

  it.each(cells)('sent by a %s, its %s is refused with the status %s and changes nothing', async (role, field, to) => {
    const request = await completed();
    const before = await stored(request);
    const who = role === 'admin' ? admin : technician;
    const answer = await update(who, request, { status: to, notes: 'x', ...evidenceOf(field) });
    expect(answer.status).toBe(400);
    const message = to === 'completed' ? FROZEN : TOO_EARLY;
    expect(answer.body).toMatchObject({ message, details: [{ field, message }] });
    expect(await stored(request)).toEqual(before);
  });

  it('allows further notes and photos', async () => {
    const request = await completed();
    const body = { status: 'completed', notes: 'Took a picture the day after' } as const;
    const files = [{ name: 'later.png', bytes: await picture() }];
    await technician.call(api.requests.updateWithFiles, { ...pathOf(request), body, files });
    const now = await read(request);
    expect(now).toMatchObject({ rating: 2, customer_notes: 'The lobby still flickers.', status: 'completed' });
    expect(now.files.map((file) => file.file_name)).toEqual(['later.png']);
    expect(now.notes).toContain('Took a picture the day after');
    // The trail names the photos; the signature is no file of its own there.
    const entries = await test.deps.db
      .selectFrom('audit_events')
      .select('after')
      .where('action', '=', 'requests.update_with_files')
      .where('entity_id', '=', String(request.id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ after }) => after)).toMatchObject([{ files: [] }, { files: ['later.png'] }]);
  });

  it('is refused on an open request with any status except completed', async () => {
    for (const from of ['assigned', 'in_progress', 'cancelled'] satisfies Status[]) {
      const request = await anAssignedRequest(test, admin, technician, from);
      for (const field of fields) {
        const answer = await update(technician, request, { status: 'in_progress', ...evidenceOf(field) });
        expect([answer.status, answer.body.details]).toEqual([400, [{ field, message: TOO_EARLY }]]);
      }
      expect((await read(request)).status).toBe(from);
    }
  });

  it('has the name of the recorder and the time', async () => {
    const request = await completed(4, 'Fine');
    const now = await read(request);
    expect(now.evidence).toEqual([
      {
        rating: 4,
        customer_notes: 'Fine',
        signature: now.signature,
        signature_kind: 'drawn',
        signed_name: null,
        recorded_by: 'Tina',
        recorded_at: now.completed_at,
        current: true,
        reopened_by: null,
        unseen: false,
      },
    ]);
    expect(now.signature).toMatchObject({ file_type: 'image/png' });
  });
});

describe('reopening', () => {
  it.each(['technician', 'admin'] as const)(
    'by the %s keeps the old evidence in the history and requires new evidence',
    async (role) => {
      const request = await completed(1, 'Still dark');
      if (role === 'technician')
        expect((await update(technician, request, { status: 'in_progress' })).status).toBe(200);
      else await admin.call(api.requests.changeStatus, { ...pathOf(request), body: { status: 'in_progress' } });

      const open = await read(request);
      expect(open).toMatchObject({ rating: null, customer_notes: null, signature: null, completed_at: null });
      expect(open.evidence).toMatchObject([
        { rating: 1, customer_notes: 'Still dark', recorded_by: 'Tina', current: false, signature: expect.any(Object) },
      ]);

      for (const body of [{}, { rating: 5 }, { signature: signed }]) {
        expect((await update(technician, request, { status: 'completed', ...body })).status).toBe(400);
      }
      const again = await update(technician, request, { status: 'completed', rating: 5, signature: signed });
      expect(again.status).toBe(200);
      const now = await read(request);
      expect(now).toMatchObject({ rating: 5, customer_notes: null });
      expect(now.evidence.map(({ rating, current }) => [rating, current])).toEqual([
        [5, true],
        [1, false],
      ]);
      expect(now.signature?.id).toBe(now.evidence[0]?.signature?.id);
      expect(now.signature?.id).not.toBe(now.evidence[1]?.signature?.id);
    },
  );

  it('and a completion by the office leaves the request without current evidence', async () => {
    const request = await completed(5, 'Great');
    for (const status of ['assigned', 'completed'] as const) {
      await admin.call(api.requests.changeStatus, { ...pathOf(request), body: { status } });
    }
    const now = await read(request);
    expect(now).toMatchObject({ status: 'completed', rating: null, customer_notes: null, signature: null });
    expect(now.evidence).toMatchObject([{ rating: 5, current: false }]);
  });
});

describe('A low rating of a request that is reopened', () => {
  const isListed = async ({ id }: { id: number }) => {
    const { requests, matched } = await admin.call(api.requests.list, {
      query: { attention: 'low_rating', limit: '200' },
    });
    expect((await admin.call(api.requests.attention, {})).attention.low_rating).toBe(matched);
    return requests.some((request) => request.id === id);
  };
  const lowRating = async (request: { id: number }) =>
    (await read(request)).evidence.find(({ rating }) => rating === 2);
  async function ratedAnew() {
    const request = await completed();
    expect(await isListed(request)).toBe(true);
    await update(technician, request, { status: 'in_progress' });
    expect(await isListed(request)).toBe(true);
    const again = await update(technician, request, { status: 'completed', rating: 5, signature: signed });
    expect(again.body.request).toMatchObject({ rating: 5 });
    return request;
  }

  it('by a technician still needs attention, with who did it, also with a better one', async () => {
    const request = await ratedAnew();
    expect(await isListed(request)).toBe(true);
    expect(await lowRating(request)).toMatchObject({ current: false, reopened_by: 'Tina', unseen: true });
  });

  const answers: [string, (request: { id: number }) => ReturnType<Person['attempt']>][] = [
    [
      'assigns it',
      (one) => admin.attempt(api.requests.assign, { ...pathOf(one), body: { technician_id: technician.id } }),
    ],
    ['takes it back', (one) => admin.attempt(api.requests.unassign, { ...pathOf(one), body: {} })],
    [
      'sets its status',
      (one) => admin.attempt(api.requests.changeStatus, { ...pathOf(one), body: { status: 'assigned' } }),
    ],
    [
      'sets the status that it has',
      (one) => admin.attempt(api.requests.changeStatus, { ...pathOf(one), body: { status: 'completed' } }),
    ],
  ];
  it.each(answers)('is seen when the office %s', async (_, answer) => {
    const request = await ratedAnew();
    expect((await answer(request)).status).toBe(200);
    expect(await isListed(request)).toBe(false);
    expect(await lowRating(request)).toMatchObject({ reopened_by: 'Tina', unseen: false });
  });

  it('by the office needs no attention any more', async () => {
    const request = await completed();
    await admin.call(api.requests.changeStatus, { ...pathOf(request), body: { status: 'in_progress' } });
    expect(await isListed(request)).toBe(false);
    expect(await lowRating(request)).toMatchObject({ reopened_by: 'Ada', unseen: false });
  });

  it('needs no attention when it was a good one', async () => {
    const request = await completed(3);
    await update(technician, request, { status: 'in_progress' });
    expect(await isListed(request)).toBe(false);
  });
});

describe('history', () => {
  it('has every change of status and assignee, from and to, with its author', async () => {
    const other = await as(test, 'technician', { name: 'Otto' });
    const request = await completed();
    await admin.call(api.requests.assign, {
      ...pathOf(request),
      body: { technician_id: other.id, notes: 'Second look' },
    });
    await admin.call(api.requests.assign, { ...pathOf(request), body: { technician_id: other.id } });
    await admin.call(api.requests.changeStatus, { ...pathOf(request), body: { status: 'assigned' } });
    await admin.call(api.users.toggleStatus, { params: { id: String(other.id) }, body: {} });
    const { history } = await read(request);
    expect(history.map(({ by, change, from, to }) => [by, change, from, to])).toEqual([
      [null, 'status', null, 'pending'],
      ['Ada', 'assignment', null, 'Tina'],
      ['Ada', 'status', 'pending', 'assigned'],
      ['Ada', 'status', 'assigned', 'in_progress'],
      ['Tina', 'status', 'in_progress', 'completed'],
      ['Ada', 'assignment', 'Tina', 'Otto'],
      ['Ada', 'status', 'completed', 'assigned'],
      ['Ada', 'assignment', 'Otto', null],
      ['Ada', 'status', 'assigned', 'pending'],
    ]);
    const times = history.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });
});

describe('a repeated completion', () => {
  const body = () => ({ status: 'completed', rating: 3, customer_notes: 'Fine', signature: signed });

  it('after a lost answer gets the first answer, although the request is already completed', async () => {
    const request = await anAssignedRequest(test, admin, technician, 'in_progress');
    const idempotencyKey = randomUUID();
    const first = await update(technician, request, body(), { idempotencyKey });
    const before = await stored(request);
    const again = await update(technician, request, body(), { idempotencyKey });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await stored(request)).toEqual(before);
  });

  it('with other content and the same key is refused, and the text says why', async () => {
    const request = await anAssignedRequest(test, admin, technician, 'in_progress');
    const idempotencyKey = randomUUID();
    await update(technician, request, { status: 'in_progress', notes: 'Nine poles' }, { idempotencyKey });
    const edited = await update(technician, request, { status: 'in_progress', notes: 'Ten poles' }, { idempotencyKey });
    expect([edited.status, edited.body.error]).toEqual([409, 'key_reused']);
    expect((await read(request)).notes).not.toContain('Ten poles');
  });
});
