import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Status } from '#contract/words/requests.ts';
import { anAssignedRequest, as, type Person, picture } from '#server/testing/factories.ts';
import { aFieldWork, pathOf, readRequest, updateWork } from '#server/testing/field-work.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let test: TestApp;
let ada: Person;
let olive: Person;
let technician: Person;
let signed: string;
beforeAll(async () => {
  ({ test, admin: ada, technician, signed } = await aFieldWork());
  olive = await as(test, 'admin', { name: 'Olive' });
});
afterAll(() => test.close());

type Seen = { id: number; version: number };
const seenRequest = async (status: Status = 'in_progress') =>
  readRequest(ada, await anAssignedRequest(test, ada, technician, status));
const correct = (who: Person, { id }: Seen, body: object) =>
  who.attempt(api.requests.update, { ...pathOf({ id }), body });
const setStatus = (who: Person, { id }: Seen, body: object) =>
  who.attempt(api.requests.changeStatus, { ...pathOf({ id }), body });
const assign = (who: Person, { id }: Seen, body: object) =>
  who.attempt(api.requests.assign, { ...pathOf({ id }), body });
const complete = (request: Seen, more: object = {}) =>
  updateWork(technician, request, {
    status: 'completed',
    signature: signed,
    rating: 5,
    version: request.version,
    ...more,
  });
const read = (request: Seen) => readRequest(ada, request);
const when = String.raw`\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M`;

describe('a completion on an older version', () => {
  it('is saved beside a corrected phone number', async () => {
    const request = await seenRequest();
    await correct(olive, request, { customer_phone: '(407) 555-0188', version: request.version });
    expect((await complete(request)).status).toBe(200);
    expect(await read(request)).toMatchObject({
      status: 'completed',
      rating: 5,
      customer: { phone: '(407) 555-0188' },
    });
  });

  it('is saved beside a note of the office', async () => {
    const request = await seenRequest();
    await setStatus(olive, request, { status: request.status, notes: 'Gate code 4711.', version: request.version });
    expect((await complete(request, { notes: 'Replaced the ballast.' })).status).toBe(200);
    const { status, notes } = await read(request);
    expect(status).toBe('completed');
    expect(notes).toContain('Olive\nGate code 4711.');
    expect(notes).toContain('Tina\nReplaced the ballast.');
  });

  it('is saved beside another assignment of the same technician', async () => {
    const request = await seenRequest();
    await assign(olive, request, { technician_id: technician.id, notes: 'Still yours.' });
    expect((await complete(request)).status).toBe(200);
  });

  it.each(['cancelled', 'completed', 'pending'] as const)('meets the office’s move to %s', async (status) => {
    const request = await seenRequest();
    await setStatus(olive, request, { status });
    await correct(ada, request, { title: 'Dark sign' });
    const answer = await complete(request, { notes: 'Never kept.' });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(new RegExp(`^Olive changed the status on ${when}\\.$`));
    expect(answer.body.details).toMatchObject([{ field: 'status' }]);
    expect(await read(request)).toMatchObject({ status, rating: null, notes: '' });
  });

  it('is saved when the office has undone its change of status', async () => {
    const request = await seenRequest();
    await setStatus(olive, request, { status: 'cancelled' });
    await setStatus(olive, request, { status: 'in_progress' });
    expect((await complete(request)).status).toBe(200);
  });

  it('meets a completion that was reopened since', async () => {
    const request = await seenRequest('assigned');
    await setStatus(ada, request, { status: 'completed' });
    await setStatus(olive, request, { status: 'in_progress' });
    const answer = await complete(request);
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('Olive changed the status')]);
  });

  it('and a correction at the same time are both saved, in 20 turns', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const request = await seenRequest();
      const answers = await Promise.all([
        complete(request),
        correct(olive, request, { customer_phone: `(407) 555-02${turn + 10}`, version: request.version }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await read(request)).toMatchObject({
        status: 'completed',
        customer: { phone: `(407) 555-02${turn + 10}` },
        version: request.version + 2,
      });
    }
  });
});

describe('a note or a photo of a technician', () => {
  it.each(['cancelled', 'completed', 'pending'] as const)('leaves the status at the office’s %s', async (status) => {
    const request = await seenRequest();
    await setStatus(olive, request, { status });
    const body = { status: 'in_progress', notes: 'Rang twice.', version: request.version };
    const files = [{ name: 'pole.png', bytes: await picture() }];
    expect((await updateWork(technician, request, body, { files })).status).toBe(200);
    const now = await read(request);
    expect([now.status, now.files.length]).toEqual([status, 1]);
    expect(now.notes).toContain('Rang twice.');
  });

  it('without a version sets the status', async () => {
    const request = await seenRequest();
    await setStatus(olive, request, { status: 'cancelled' });
    expect((await updateWork(technician, request, { status: 'in_progress', notes: 'Back.' })).status).toBe(200);
    expect((await read(request)).status).toBe('in_progress');
  });

  it('with a visit without a signature meets another status', async () => {
    const request = await seenRequest();
    await setStatus(olive, request, { status: 'cancelled' });
    const visit = { unsigned: 'absent', unsigned_reason: 'Nobody there.', unsigned_confirmed: true };
    const answer = await updateWork(technician, request, { status: 'in_progress', ...visit, version: request.version });
    expect(answer.status).toBe(409);
  });
});

describe('a repeat without a key of a note', () => {
  it('of the office is refused', async () => {
    const request = await seenRequest();
    const body = { status: request.status, notes: 'Gate code 4711.', version: request.version };
    await setStatus(olive, request, body);
    const again = await setStatus(olive, request, body);
    expect(again.status).toBe(409);
    expect(again.body.message).toMatch(/^Olive changed this request on /);
    expect((await setStatus(ada, request, body)).status).toBe(200);
  });

  it('of a technician is refused, also with more in it', async () => {
    const request = await seenRequest();
    const body = { status: 'in_progress', notes: 'Rang twice.', version: request.version };
    await updateWork(technician, request, body);
    const again = await updateWork(technician, request, { ...body, notes: 'Rang twice, nobody there.' });
    expect(again.status).toBe(409);
    expect(again.body.message).toMatch(/^Tina changed the work order on /);
  });
});
