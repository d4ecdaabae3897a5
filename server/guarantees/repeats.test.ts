import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, picture, submission } from '../testing/factories.ts';
import { aSignedInUser } from '../testing/people.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

const KEYS = 40;
const FIVE = [1, 2, 3, 4, 5];

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const eventsOf = async (action: string) =>
  (await test.deps.db.selectFrom('audit_events').select('id').where('action', '=', action).execute()).length;

/** Sends each of forty keys from five callers at once. Two keys run at a time, because more would be a load test. */
async function fiveTimesEach<T>(send: (key: string, nth: number) => Promise<T>): Promise<T[][]> {
  const answers: T[][] = [];
  for (let nth = 0; nth < KEYS; nth += 2) {
    const pair = [nth, nth + 1].map((n) => ({ n, key: randomUUID() }));
    answers.push(...(await Promise.all(pair.map(({ n, key }) => Promise.all(FIVE.map(() => send(key, n)))))));
  }
  return answers;
}

describe('One Idempotency-Key sent five times at once, in forty turns', () => {
  it('makes one request, and all five get its tracking ID', async () => {
    const answers = await fiveTimesEach(async (idempotencyKey, nth) => {
      const body = submission({ title: `Pole ${nth}` });
      return (await test.caller().call(api.requests.create, { body, idempotencyKey })).request.external_id;
    });
    const ids = answers.map((five) => {
      expect(new Set(five).size).toBe(1);
      return five[0];
    });
    const rows = await test.deps.db.selectFrom('requests').select(['external_id', 'title']).orderBy('title').execute();
    expect(rows.map((row) => row.external_id).sort()).toEqual([...ids].sort());
    expect(new Set(rows.map((row) => row.title)).size).toBe(KEYS);
    expect(await eventsOf('requests.create')).toBe(KEYS);
  });

  it('stores one contact message, and thanks all five', async () => {
    const answers = await fiveTimesEach((idempotencyKey, nth) => {
      const body = { name: `Cora ${nth}`, email: 'cora@caller.example', message: 'Do you repair signs?' };
      return test.caller().call(api.contact.submit, { body, idempotencyKey });
    });
    expect(answers.flat().every(({ success }) => success)).toBe(true);
    const rows = await test.deps.db.selectFrom('contact_messages').select('name').execute();
    expect(rows).toHaveLength(KEYS);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(KEYS);
    expect(await eventsOf('contact.submit')).toBe(KEYS);
  });

  it('updates the work order once, with one photo and one note', async () => {
    const admin = await aSignedInUser(test, 'admin');
    const technician = await aSignedInUser(test, 'technician', 'Tess Technician');
    const request = await anAssignedRequest(test, admin, technician);
    const files = [{ name: 'pole.png', bytes: await picture('png', 16) }];
    const answers = await fiveTimesEach((idempotencyKey, nth) =>
      technician.call(api.requests.updateWithFiles, {
        params: { id: String(request.id) },
        body: { status: 'in_progress', notes: `Visit ${nth}.` },
        files,
        idempotencyKey,
      }),
    );
    expect(answers.flat().every((answer) => answer.request?.id === request.id)).toBe(true);
    const { request: now } = await technician.call(api.requests.get, { params: { id: String(request.id) } });
    expect(now.files).toHaveLength(KEYS);
    expect(now.notes.split('\n\n').map((entry) => entry.split('\n')[1])).toHaveLength(KEYS);
    expect(new Set(now.notes.match(/Visit \d+\./g)).size).toBe(KEYS);
    expect(await eventsOf('requests.update_with_files')).toBe(KEYS);
    // The assignment and each visit raise the version by one.
    expect(now.version).toBe(1 + 1 + KEYS);
  });
});

describe('An Idempotency-Key', () => {
  const submit = (idempotencyKey: string, fields: object = {}) =>
    test.caller().attempt(api.requests.create, { body: submission(fields), idempotencyKey });

  it('that is not a UUID is refused', async () => {
    const answer = await submit('again');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Idempotency-Key must be a UUID');
  });

  it.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
    'that is no random UUID (%s) is refused',
    async (key) => {
      const answer = await submit(key);
      expect([answer.status, answer.body.message]).toEqual([400, 'Idempotency-Key must be a random UUID']);
    },
  );

  const from = (ip: string) => test.caller(undefined, { ip });
  const requestsOf = async (customerName: string) =>
    (await test.deps.db.selectFrom('requests').select('id').where('customer_name', '=', customerName).execute()).length;

  it('of one visitor has no effect for another: the second request is stored under its own ID', async () => {
    const idempotencyKey = randomUUID();
    const [mine, theirs] = [submission({ customerName: 'Mina Own' }), submission({ customerName: 'Theo Other' })];
    const first = await from('198.51.100.1').call(api.requests.create, { body: mine, idempotencyKey });
    const second = await from('198.51.100.2').call(api.requests.create, { body: theirs, idempotencyKey });
    expect(second.request.external_id).not.toBe(first.request.external_id);
    expect(await requestsOf('Theo Other')).toBe(1);
  });

  it('stays valid when a phone changes its network', async () => {
    const idempotencyKey = randomUUID();
    const body = submission({ customerName: 'Mo Moving' });
    const files = [{ name: 'a.png', bytes: await picture('png', 16) }];
    const first = await from('198.51.100.1').call(api.requests.create, { body, files, idempotencyKey });
    const second = await from('203.0.113.77').call(api.requests.create, { body, files, idempotencyKey });
    expect(second).toEqual(first);
    expect(await requestsOf('Mo Moving')).toBe(1);
  });

  it('with other content than the first call is refused when any field or file differs', async () => {
    const idempotencyKey = randomUUID();
    const body = submission({ customerName: 'Ed Edited' });
    const files = [{ name: 'a.png', bytes: await picture('png', 16) }];
    await from('198.51.100.1').call(api.requests.create, { body, files, idempotencyKey });
    const others = [
      { body: { ...body, title: 'Another title' }, files },
      { body: { ...body, paymentAddress: '1 Other Street' }, files },
      { body, files: [{ name: 'b.png', bytes: await picture('png', 16) }] },
      { body, files: [{ name: 'a.png', bytes: await picture('png', 17) }] },
      { body, files: [] },
    ];
    for (const other of others) {
      const answer = await from('198.51.100.1').attempt(api.requests.create, { ...other, idempotencyKey });
      expect([answer.status, answer.body.error]).toEqual([409, 'key_reused']);
    }
    expect(await requestsOf('Ed Edited')).toBe(1);
  });

  it('counts for a day, and not when it was stored by a clock that was ahead', async () => {
    for (const [age, status] of [
      ["interval '23 hours'", 409],
      ["interval '25 hours'", 201],
      ["interval '-400 days'", 201],
    ] as const) {
      const idempotencyKey = randomUUID();
      const send = (customerName: string) =>
        from('198.51.100.1').attempt(api.requests.create, { body: submission({ customerName }), idempotencyKey });
      await send('First');
      await sql`update idempotency_keys set created_at = now() - ${sql.raw(age)} where key = ${idempotencyKey}`.execute(
        test.deps.db,
      );
      expect([age, (await send('Another')).status]).toEqual([age, status]);
    }
  });

  it('of a refused call can be used for the corrected call', async () => {
    const key = randomUUID();
    expect((await submit(key, { title: '' })).status).toBe(400);
    expect((await submit(key)).status).toBe(201);
  });

  it('whose first call is still running is answered as busy (503), and then with the first answer', async () => {
    const technician = await aSignedInUser(test, 'technician');
    const { id } = await anAssignedRequest(test, await aSignedInUser(test, 'admin'), technician);
    const visit = {
      params: { id: String(id) },
      body: { status: 'in_progress', notes: 'Nine poles.' } as const,
      idempotencyKey: randomUUID(),
    };
    // What a statement's time limit does: it cancels the repeat that waits for the first call.
    const cancelRepeat = async () =>
      (
        await sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into idempotency_keys%'
        `.execute(test.deps.db)
      ).rows.length;
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holding = test.deps.transaction(async (tx) => {
      await sql`select from requests where id = ${id} for update`.execute(tx);
      isHeld.resolve();
      await held.promise;
    });
    try {
      await isHeld.promise;
      const calls = [1, 2].map(() => technician.attempt(api.requests.updateWithFiles, visit));
      await expect.poll(cancelRepeat).toBe(1);
      const early = await Promise.race(calls);
      expect([early.status, early.body.error]).toEqual([503, 'unavailable']);
      held.resolve();
      expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 503]);
    } finally {
      held.resolve();
      await holding;
    }
    const { request } = await technician.call(api.requests.updateWithFiles, visit);
    expect(request?.notes.match(/Nine poles\./g)).toHaveLength(1);
  });

  it('of a saved update is answered as saved after a reassignment, which it tells nothing about', async () => {
    const admin = await aSignedInUser(test, 'admin');
    const [technician, next, stranger] = [
      await aSignedInUser(test, 'technician'),
      await aSignedInUser(test, 'technician'),
      await aSignedInUser(test, 'technician'),
    ];
    const { id } = await anAssignedRequest(test, admin, technician);
    const params = { id: String(id) };
    const visit = {
      params,
      body: { status: 'in_progress', notes: 'Nine poles.' } as const,
      files: [{ name: 'pole.png', bytes: await picture('png', 16) }],
      idempotencyKey: randomUUID(),
    };
    await technician.call(api.requests.updateWithFiles, visit);
    const { request } = await admin.call(api.requests.assign, { params, body: { technician_id: next.id } });
    expect(await technician.call(api.requests.updateWithFiles, visit)).toEqual({ request: null });
    const others = [
      await stranger.attempt(api.requests.updateWithFiles, visit),
      await technician.attempt(api.requests.updateWithFiles, { ...visit, idempotencyKey: randomUUID() }),
    ];
    expect(others.map(({ status }) => status)).toEqual([404, 404]);
    const { request: now } = await admin.call(api.requests.get, { params });
    expect([now.version, now.files.length]).toEqual([request.version, 1]);
    expect(now.notes.match(/Nine poles\./g)).toHaveLength(1);
  });

  it('is separate for each call and each person', async () => {
    const key = randomUUID();
    const admin = await aSignedInUser(test, 'admin');
    const technician = await aSignedInUser(test, 'technician');
    const { id } = await anAssignedRequest(test, admin, technician);
    const visit = (notes: string) => ({ params: { id: String(id) }, body: { status: 'in_progress', notes } as const });
    await submit(key);
    await technician.call(api.requests.updateWithFiles, { ...visit('Mine.'), idempotencyKey: key });
    const answer = await admin.call(api.requests.updateWithFiles, { ...visit('And mine.'), idempotencyKey: key });
    expect(answer.request?.notes).toContain('\nMine.');
    expect(answer.request?.notes).toContain('\nAnd mine.');
  });
});
