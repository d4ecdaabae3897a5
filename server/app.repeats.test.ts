import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, picture, submission } from './testing/factories.ts';
import { quickly } from './testing/people.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const KEYS = 40;
const FIVE = [1, 2, 3, 4, 5];

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const eventsOf = async (action: string) =>
  (await test.deps.db.selectFrom('audit_events').select('id').where('action', '=', action).execute()).length;

/** Forty keys, each sent by five at the same moment; ten keys at once would be a load test, so two at a time. */
async function fiveTimesEach<T>(send: (key: string, nth: number) => Promise<T>): Promise<T[][]> {
  const answers: T[][] = [];
  for (let nth = 0; nth < KEYS; nth += 2) {
    const pair = [nth, nth + 1].map((n) => ({ n, key: randomUUID() }));
    answers.push(...(await Promise.all(pair.map(({ n, key }) => Promise.all(FIVE.map(() => send(key, n)))))));
  }
  return answers;
}

describe('one Idempotency-Key, five times at once, forty times over', () => {
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

  it('keeps one contact message, and thanks all five', async () => {
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
    const admin = await quickly(test, 'admin');
    const technician = await quickly(test, 'technician', 'Tess Technician');
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
    expect(answers.flat().every((answer) => answer.request.id === request.id)).toBe(true);
    const { request: now } = await technician.call(api.requests.get, { params: { id: String(request.id) } });
    expect(now.files).toHaveLength(KEYS);
    expect(now.notes.split('\n\n').map((entry) => entry.split('\n')[1])).toHaveLength(KEYS);
    expect(new Set(now.notes.match(/Visit \d+\./g)).size).toBe(KEYS);
    expect(await eventsOf('requests.update_with_files')).toBe(KEYS);
    // One for the assignment, one for each visit.
    expect(now.version).toBe(1 + 1 + KEYS);
  });
});

describe('a key', () => {
  const submit = (idempotencyKey: string, fields: object = {}) =>
    test.caller().attempt(api.requests.create, { body: submission(fields), idempotencyKey });

  it('that is no UUID is refused', async () => {
    const answer = await submit('again');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Idempotency-Key must be a UUID');
  });

  it('of a call that was refused is free for the corrected one', async () => {
    const key = randomUUID();
    expect((await submit(key, { title: '' })).status).toBe(400);
    expect((await submit(key)).status).toBe(201);
  });

  it('of another call, or of another person, is another key', async () => {
    const key = randomUUID();
    const admin = await quickly(test, 'admin');
    const technician = await quickly(test, 'technician');
    const { id } = await anAssignedRequest(test, admin, technician);
    const visit = (notes: string) => ({ params: { id: String(id) }, body: { status: 'in_progress', notes } as const });
    await submit(key);
    await technician.call(api.requests.updateWithFiles, { ...visit('Mine.'), idempotencyKey: key });
    const answer = await admin.call(api.requests.updateWithFiles, { ...visit('And mine.'), idempotencyKey: key });
    expect(answer.request.notes).toContain('\nMine.');
    expect(answer.request.notes).toContain('\nAnd mine.');
  });
});
