import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { fieldNames } from '#contract/words/request-fields.ts';
import type { Status } from '#contract/words/requests.ts';
import { anAssignedRequest, as, type Person } from '#server/testing/factories.ts';
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
const unassign = (who: Person, { id }: Seen, body: object) =>
  who.attempt(api.requests.unassign, { ...pathOf({ id }), body });
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

/** As a row whose changes the release before has not kept. */
const forgetChanges = ({ id }: Seen) =>
  test.deps.db.updateTable('requests').set({ recent_changes: '[]', changes_from: 0 }).where('id', '=', id).execute();

describe('two corrections of one version', () => {
  it('of different fields are both saved', async () => {
    const request = await seenRequest();
    const { version } = request;
    await correct(olive, request, { customer_phone: '(407) 555-0188', version });
    expect((await correct(ada, request, { title: 'Dark sign', version })).status).toBe(200);
    expect(await read(request)).toMatchObject({ title: 'Dark sign', customer: { phone: '(407) 555-0188' } });
  });

  it('of the same field name the field and who changed it', async () => {
    const request = await seenRequest();
    const { version } = request;
    await correct(olive, request, { customer_phone: '(407) 555-0188', version });
    await correct(ada, request, { title: 'Dark sign' });
    const answer = await correct(ada, request, { customer_phone: '(407) 555-0199', description: 'Other', version });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(new RegExp(`^Olive changed the customer phone on ${when}\\.$`));
    expect(answer.body.details).toEqual([{ field: 'customer_phone', message: answer.body.message }]);
    expect(await read(request)).toMatchObject({
      description: request.description,
      customer: { phone: '(407) 555-0188' },
    });
  });

  it('of several same fields name each with its author', async () => {
    const request = await seenRequest();
    await correct(olive, request, { title: 'Sign', priority: 'high' });
    await correct(ada, request, { service_type: 'Signs', payment_address: 'PO Box 1' });
    const late = { title: 'Lot', priority: 'low', service_type: 'Poles', version: request.version };
    // The payment address is as it was seen, so it is no change.
    const answer = await correct(ada, request, { ...late, payment_address: null });
    const [one, other] = [`Olive changed the title and the priority on ${when}`, `Ada changed the service on ${when}`];
    expect(answer.body.message).toMatch(new RegExp(`^${one}\\. ${other}\\.$`));
    expect(answer.body.details?.map(({ field }) => field)).toEqual(['title', 'priority', 'service_type']);
  });

  it.each([...fieldNames, 'priority'] as const)('both of %s collide', async (field) => {
    const request = await seenRequest();
    const valuesOf = { priority: ['high', 'low'], customer_email: ['dana@first.example', 'dana@second.example'] };
    const [first, second] = field === 'priority' || field === 'customer_email' ? valuesOf[field] : ['First', 'Second'];
    await correct(olive, request, { [field]: first });
    const answer = await correct(ada, request, { [field]: second, version: request.version });
    expect([answer.status, answer.body.details?.map((detail) => detail.field)]).toEqual([409, [field]]);
  });

  it('to the same value are both accepted', async () => {
    const request = await seenRequest();
    const body = { title: 'Dark sign', version: request.version };
    await correct(olive, request, body);
    expect((await correct(ada, request, body)).status).toBe(200);
    expect((await read(request)).version).toBe(request.version + 1);
  });

  it('merge when the later one sends the whole form', async () => {
    const request = await seenRequest();
    const { title, description, priority, service_type, version, customer } = request;
    const whole = {
      title,
      description,
      priority,
      service_type,
      customer_name: customer.name,
      customer_email: customer.email,
      customer_phone: customer.phone,
      customer_address: customer.address,
      payment_address: customer.payment_address,
      version,
    };
    await correct(olive, request, { customer_phone: '(407) 555-0188', payment_address: 'PO Box 1', version });
    expect((await correct(ada, request, { ...whole, title: 'Dark sign' })).status).toBe(200);
    expect(await read(request)).toMatchObject({
      title: 'Dark sign',
      customer: { phone: '(407) 555-0188', payment_address: 'PO Box 1' },
    });
  });

  it('of the same field at the same time: one is refused, in 20 turns', async () => {
    const request = await seenRequest();
    for (let turn = 0; turn < 20; turn += 1) {
      const { version } = await read(request);
      const answers = await Promise.all(
        [ada, olive].map((who) => correct(who, request, { title: `${turn} by ${who.name}`, version })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });
});

describe('an assignment on an older version', () => {
  const other = () => as(test, 'technician', { name: 'Theo' });

  it('is saved beside begun work', async () => {
    const request = await seenRequest('assigned');
    await updateWork(technician, request, { status: 'in_progress' });
    const theo = await other();
    expect((await assign(olive, request, { technician_id: theo.id, version: request.version })).status).toBe(200);
    expect(await read(request)).toMatchObject({ status: 'in_progress', assigned_to: theo.id });
  });

  it('meets a request that was completed since', async () => {
    const request = await seenRequest();
    await complete(request);
    const answer = await assign(olive, request, { technician_id: (await other()).id, version: request.version });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/^Tina changed the status on /);
  });

  it('meets another assignment', async () => {
    const request = await seenRequest();
    await assign(ada, request, { technician_id: (await other()).id });
    const answer = await assign(olive, request, { technician_id: olive.id, version: request.version });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/^Ada changed the assignment on /);
  });

  it('is taken back beside a correction', async () => {
    const request = await seenRequest();
    await correct(ada, request, { title: 'Dark sign' });
    expect((await unassign(olive, request, { version: request.version })).status).toBe(200);
    expect(await read(request)).toMatchObject({ title: 'Dark sign', status: 'pending', assigned_to: null });
  });
});

describe('a status of the office on an older version', () => {
  it('is saved beside an assignment', async () => {
    const request = await seenRequest();
    await assign(ada, request, { technician_id: olive.id });
    expect((await setStatus(olive, request, { status: 'cancelled', version: request.version })).status).toBe(200);
    expect(await read(request)).toMatchObject({ status: 'cancelled', assigned_to: olive.id });
  });

  it('meets a completion, also when it sets the status that was seen', async () => {
    const request = await seenRequest();
    await complete(request);
    const answer = await setStatus(olive, request, { status: 'in_progress', version: request.version });
    expect([answer.status, (await read(request)).status]).toEqual([409, 'completed']);
  });

  it('for many is refused only where the status changed', async () => {
    const [corrected, moved] = [await seenRequest(), await seenRequest()];
    await correct(ada, corrected, { title: 'Dark sign' });
    await setStatus(ada, moved, { status: 'pending' });
    const answer = await olive.call(api.requests.changeStatusOfMany, {
      body: { requests: [corrected, moved].map(({ id, version }) => ({ id, version })), status: 'cancelled' },
    });
    expect(answer.done.map(({ id }) => id)).toEqual([corrected.id]);
    expect(answer.refused).toMatchObject([
      { id: moved.id, message: expect.stringContaining('Ada changed the status') },
    ]);
  });
});

describe('a version', () => {
  it('from before the kept changes is refused whatever changed', async () => {
    const request = await seenRequest();
    await correct(olive, request, { title: 'Dark sign' });
    await forgetChanges(request);
    const answer = await correct(ada, request, { customer_phone: '(407) 555-0199', version: request.version });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/^Olive changed the details on /);
  });

  it('is known from the first kept change on', async () => {
    const request = await seenRequest();
    await forgetChanges(request);
    await correct(olive, request, { title: 'Dark sign' });
    const edit = (version: number) => correct(ada, request, { customer_phone: '(407) 555-0199', version });
    expect((await edit(request.version - 1)).status).toBe(409);
    expect((await edit(request.version)).status).toBe(200);
  });

  it('older than the kept changes is refused', async () => {
    const request = await seenRequest();
    const edit = (phone: string, version: number) => correct(ada, request, { customer_phone: phone, version });
    for (let n = 1; n <= 16; n += 1) await correct(olive, request, { title: `Title ${n}` });
    expect((await edit('1', request.version)).status).toBe(409);
    expect((await edit('1', request.version + 1)).status).toBe(200);
  });

  it('newer than the request is refused', async () => {
    const request = await seenRequest();
    expect((await correct(ada, request, { title: 'Dark sign', version: request.version + 1 })).status).toBe(409);
  });

  it('is kept without the value that was corrected', async () => {
    const request = await seenRequest();
    await correct(ada, request, { customer_phone: '(407) 555-0188' });
    const { recent_changes } = await test.deps.db
      .selectFrom('requests')
      .select('recent_changes')
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(recent_changes)).not.toContain(request.customer.phone);
  });

  it('is kept also for a writer that knows nothing of it', async () => {
    const request = await seenRequest();
    await test.deps.db
      .updateTable('requests')
      .set({ title: 'Dark sign', version: request.version + 1, changed_by: olive.id, last_change: 'details' })
      .where('id', '=', request.id)
      .execute();
    const { version } = request;
    expect((await correct(ada, request, { title: 'Dark lot', version })).status).toBe(409);
    expect((await complete(request)).status).toBe(200);
  });
});
