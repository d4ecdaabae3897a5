import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '../../testing/clock.ts';
import { anAssignedRequest, aRequest, type Person } from '../../testing/factories.ts';
import { aSignedInUser } from '../../testing/people.ts';
import { type MailServer, startMailServer } from '../../testing/smtp.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { countMails } from './mail.outbox.service.ts';
import { HELD_MS } from './mail.rules.ts';
import { sendDue, startMailer } from './mail.send.service.ts';

const SECOND = 1_000;
let clock: ReturnType<typeof aClock>;
let server: MailServer;
let test: TestApp;
let admin: Person;
let technician: Person;
beforeEach(async () => {
  clock = aClock('2026-11-23T15:00:00Z');
  server = await startMailServer();
  test = await testApp({ now: clock.now }, { SMTP_URL: server.url });
  admin = await aSignedInUser(test, 'admin', 'Ada Admin');
  technician = await aSignedInUser(test, 'technician', 'Tess Volt');
});
afterEach(async () => {
  await test.close();
  await server.stop();
});

type Request = { id: number; external_id: string };
type State = { assigned_to: number | null; status: 'pending' | 'assigned' };

const forward = (ms: number) => clock.forward(ms / 60_000);
/** The mails that arrive when all are due, without those that acknowledge a request. */
async function arrived() {
  forward(HELD_MS);
  await sendDue(test.deps);
  return server.received.map(({ mail }) => mail.subject).filter((subject) => !subject?.startsWith('We have'));
}
const seen = async ({ id }: Request) => {
  const { request } = await admin.call(api.requests.get, { params: { id: String(id) } });
  return { id, version: request.version };
};
const cancel = async (request: Request) =>
  (
    await admin.call(api.requests.changeStatusOfMany, {
      body: { requests: [await seen(request)], status: 'cancelled' },
    })
  ).done;
const assign = async (request: Request, to = technician) =>
  (await admin.call(api.requests.assignMany, { body: { requests: [await seen(request)], technician_id: to.id } })).done;
const undo = async (done: Awaited<ReturnType<typeof cancel>>, state: State) => {
  const { refused } = await admin.call(api.requests.restoreMany, {
    body: { requests: done.map((one) => ({ ...one, ...state })) },
  });
  expect(refused).toEqual([]);
};
const unassigned: State = { assigned_to: null, status: 'pending' };

describe('A mail about a step of a request', () => {
  it('is held, and nobody hears of a step that is undone meanwhile', async () => {
    const [one, other] = [await aRequest(test), await aRequest(test)];
    forward(SECOND);
    const done = [...(await assign(one)), ...(await cancel(other))];
    await sendDue(test.deps);
    forward(10 * SECOND);
    await undo(done, unassigned);
    expect(await arrived()).toEqual([]);
  });

  it('is not withdrawn by the undo of a later step', async () => {
    const request = await aRequest(test);
    await assign(request);
    forward(SECOND);
    await undo(await cancel(request), { assigned_to: technician.id, status: 'assigned' });
    expect(await arrived()).toEqual([
      `Assigned: your request ${request.external_id}`,
      `New work order: ${request.external_id} Dark parking lot`,
    ]);
  });

  it('is not made for the former technician, whom no mail has told of a hand-over that was undone', async () => {
    const other = await aSignedInUser(test, 'technician', 'Omar Ohm');
    const request = await anAssignedRequest(test, admin, technician);
    await arrived();
    server.received.length = 0;
    await undo(await assign(request, other), { assigned_to: technician.id, status: 'assigned' });
    expect(await arrived()).toEqual([]);
  });

  it('that has left is followed by one that says what holds again', async () => {
    const request = await aRequest(test);
    const done = await cancel(request);
    expect(await arrived()).toEqual([`Cancelled: your request ${request.external_id}`]);
    await undo(done, unassigned);
    expect((await arrived()).slice(1)).toEqual([`Pending: your request ${request.external_id}`]);
  });

  it('says also that a cancelled request goes on, which the office set by hand', async () => {
    const { id, external_id } = await aRequest(test);
    for (const status of ['cancelled', 'pending'] as const) {
      await admin.call(api.requests.changeStatus, { params: { id: String(id) }, body: { status } });
    }
    expect(await arrived()).toEqual([`Cancelled: your request ${external_id}`, `Pending: your request ${external_id}`]);
  });

  it('is not made of a visit without a signature: the customer was not met', async () => {
    const request = await anAssignedRequest(test, admin, technician);
    await arrived();
    server.received.length = 0;
    const visit = { unsigned: 'absent', unsigned_reason: 'The gate was locked.', unsigned_confirmed: true };
    const body = { status: 'in_progress', ...visit };
    const { status } = await technician.attempt(api.requests.updateWithFiles, {
      params: { id: String(request.id) },
      body,
    });
    expect(status).toBe(200);
    expect(await arrived()).toEqual([]);
  });

  it('leaves when it is due, without another message that wakes the mailer', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const mailer = await startMailer(test.deps);
    try {
      await assign(await aRequest(test));
      const isHeld = ([run, ms]: (typeof timer.mock.calls)[number]) => run.name === 'wake' && ms === HELD_MS;
      // One message for the acknowledgement, and at least one for the assignment.
      await vi.waitUntil(() => timer.mock.calls.filter(isHeld).length > 1 && server.received.length === 1);
      forward(HELD_MS);
      timer.mock.calls.findLast(isHeld)?.[0]();
      await vi.waitUntil(() => server.received.length === 3);
    } finally {
      await mailer.stop();
      timer.mockRestore();
    }
  });

  it('is none that waits for the mail server', async () => {
    await assign(await aRequest(test));
    // The request's acknowledgement is due at once.
    expect(await countMails(test.deps, 100)).toEqual({ waiting: 1, failed: 0 });
    forward(HELD_MS);
    expect(await countMails(test.deps, 100)).toEqual({ waiting: 3, failed: 0 });
  });
});
