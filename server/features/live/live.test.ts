import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { LiveChange } from '#contract/live.ts';
import { anAssignedRequest, aRequest, as, type Person, signature } from '#server/testing/factories.ts';
import { type Follower, follow } from '#server/testing/live.ts';
import { aSession, aSignedInUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** Two instances on one database: changes are made on `a`, and browsers follow `b`. */
let a: TestApp;
let b: TestApp;
let url: string;
let admin: Person;
beforeAll(async () => {
  a = await testApp();
  b = await testApp({}, {}, { join: a });
  await b.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(b.app.server.address() as AddressInfo).port}`;
  admin = await aSignedInUser(a, 'admin');
});
afterAll(async () => {
  await b.close();
  await a.close();
});

const idOf = (row: { id: number }) => ({ params: { id: String(row.id) } });
let marks = 1_000_000;
/** Tells all roles of a change that no test makes, so that a stream that hears of it has heard all before it. */
async function mark(): Promise<LiveChange> {
  marks += 1;
  const roles = ['admin', 'technician', 'auditor'];
  await a.deps.db.insertInto('live_messages').values({ topic: 'user', entity_id: marks, roles }).execute();
  return { topic: 'user', id: marks };
}
const followAs = (person: Person, lastEventId?: string) => follow(url, person.token ?? '', lastEventId);
/** What each of the streams hears of a change, without notifications. */
async function heardOf(streams: readonly Follower[], change: () => Promise<unknown>): Promise<LiveChange[][]> {
  const before = streams.map((stream) => stream.changes().length);
  await change();
  const last = await mark();
  await Promise.all(streams.map((stream) => stream.hears(last)));
  return streams.map((stream, nth) =>
    stream
      .changes()
      .slice(before[nth])
      .filter(({ topic, id }) => topic !== 'notification' && id !== last.id),
  );
}

describe('a change is told to those who may read it', () => {
  let assigned: Person;
  let people: Person[];
  let streams: Follower[];
  let request: { id: number };
  beforeAll(async () => {
    assigned = await aSignedInUser(a, 'technician');
    people = [admin, await aSignedInUser(a, 'auditor'), assigned, await aSignedInUser(a, 'technician')];
    streams = await Promise.all(people.map((person) => followAs(person)));
    request = await anAssignedRequest(a, admin, assigned);
    const last = await mark();
    await Promise.all(streams.map((stream) => stream.hears(last)));
  });
  afterAll(() => Promise.all(streams.map((stream) => stream.leave())));

  const theRequest = (): LiveChange => ({ topic: 'request', id: request.id });
  const ofRequests: [string, () => Promise<unknown>][] = [
    [
      'a status',
      () =>
        admin.call(api.requests.changeStatus, { ...idOf(request), body: { status: 'assigned', notes: 'Ring first.' } }),
    ],
    ['a correction', () => admin.call(api.requests.update, { ...idOf(request), body: { title: 'Two dark poles' } })],
    [
      'a work order',
      () => assigned.call(api.requests.updateWithFiles, { ...idOf(request), body: { status: 'in_progress' } }),
    ],
    [
      'a completion',
      async () =>
        assigned.call(api.requests.updateWithFiles, {
          ...idOf(request),
          body: { status: 'completed', rating: '5', signature: await signature() },
        }),
    ],
    ['the loss of an assignment', () => admin.call(api.requests.unassign, { ...idOf(request), body: {} })],
  ];
  it.each(ofRequests)('%s: the office and the assignee, and no other technician', async (_, change) => {
    const one = theRequest();
    expect(await heardOf(streams, change)).toEqual([[one], [one], [one], []]);
  });

  it('an unassigned request: the office, and no technician', async () => {
    const heard = await heardOf(streams, async () => {
      request = await aRequest(a);
    });
    const one = theRequest();
    expect(heard).toEqual([[one], [one], [], []]);
  });

  it('an assignment to somebody else: the old and the new assignee', async () => {
    const [, , , other] = people;
    const technician_id = assigned.id;
    await admin.call(api.requests.assign, { ...idOf(request), body: { technician_id } });
    const heard = await heardOf(streams, () =>
      admin.call(api.requests.assign, { ...idOf(request), body: { technician_id: other?.id ?? 0 } }),
    );
    const one = theRequest();
    // The first assignment may arrive with it.
    expect(heard.map((changes) => changes.slice(-1))).toEqual([[one], [one], [one], [one]]);
  });

  it('a contact message: the office; a user: the admins; the settings: the office', async () => {
    const body = { name: 'Cora', email: 'cora@caller.example', message: 'Do you repair signs?' };
    const [first] = await heardOf(streams, () => a.caller().call(api.contact.submit, { body }));
    expect(first).toEqual([{ topic: 'contact', id: expect.any(Number) }]);
    const user = await as(a, 'technician');
    expect(await heardOf(streams, () => admin.call(api.users.toggleStatus, { ...idOf(user), body: {} }))).toEqual([
      [{ topic: 'user', id: user.id }],
      [],
      [],
      [],
    ]);
    const settings = { topic: 'settings', id: null };
    const details = { ...a.business, tagline: 'Lights that stay on' };
    expect(await heardOf(streams, () => admin.call(api.settings.update, { body: details }))).toEqual([
      [settings],
      [settings],
      [],
      [],
    ]);
  });

  it('a notification: its owner alone, also when it is read and deleted', async () => {
    const [, , mine, others] = streams;
    if (!mine || !others) throw new Error('no streams');
    const count = (stream: Follower) => stream.changes().filter(({ topic }) => topic === 'notification').length;
    const [ofMine, ofOthers] = [count(mine), count(others)];
    const fresh = await aRequest(a);
    await admin.call(api.requests.assign, { ...idOf(fresh), body: { technician_id: assigned.id } });
    const { notifications } = await assigned.call(api.notifications.list, {});
    const [newest] = notifications;
    if (!newest) throw new Error('no notification');
    await heardOf(streams, async () => undefined);
    expect(count(mine)).toBe(ofMine + 1);
    await heardOf(streams, () => assigned.call(api.notifications.read, idOf(newest)));
    expect(count(mine)).toBe(ofMine + 2);
    await heardOf(streams, () => assigned.call(api.notifications.remove, idOf(newest)));
    expect(count(mine)).toBe(ofMine + 3);
    expect(count(others)).toBe(ofOthers);
  });

  it('released work: the technician and the office, without a list of the requests', async () => {
    const leaver = await aSignedInUser(a, 'technician');
    await anAssignedRequest(a, admin, leaver);
    const heard = await heardOf(streams, () => admin.call(api.users.remove, idOf(leaver)));
    expect(heard[0]).toContainEqual({ topic: 'request', id: null });
    expect(heard.slice(2)).toEqual([[], []]);
  });

  it('a change that is rolled back: nobody', async () => {
    const undone = () =>
      a.deps
        .transaction(async (tx) => {
          await tx
            .insertInto('live_messages')
            .values({ topic: 'request', entity_id: 77, roles: ['admin'] })
            .execute();
          throw new Error('undone');
        })
        .catch(() => undefined);
    expect(await heardOf(streams, undone)).toEqual([[], [], [], []]);
  });
});

describe('a stream ends', () => {
  /** A user with a session that was opened by a sign-in, and a stream of it. */
  async function signedIn(role: 'admin' | 'technician' = 'technician') {
    const person = await as(a, role);
    return { person, stream: await followAs(person) };
  }

  it('at the logout, and the user’s other sessions stay', async () => {
    const { person, stream } = await signedIn();
    const second = await follow(url, await aSession(a, person.id));
    await person.call(api.auth.logout, {});
    await stream.ended;
    const last = await mark();
    await second.hears(last);
    await second.leave();
  });

  it('at the deactivation and at the deletion of the user', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    await admin.call(api.users.toggleStatus, { ...idOf(one.person), body: {} });
    await one.stream.ended;
    await admin.call(api.users.remove, idOf(two.person));
    await two.stream.ended;
  });

  it('at a change of the password, in all other sessions of the user', async () => {
    const { person, stream } = await signedIn();
    const other = await follow(url, await aSession(a, person.id));
    const body = { current_password: 'correct-horse-9', new_password: 'ladders-up-at-eleven' };
    await person.call(api.users.changePassword, { body });
    await other.ended;
    const last = await mark();
    await stream.hears(last);
    await stream.leave();
  });

  it('when the user gets another role, because other changes are theirs then', async () => {
    const { person, stream } = await signedIn();
    const body = { name: person.name, email: person.email, role: 'auditor' as const, is_active: true };
    await admin.call(api.users.update, { ...idOf(person), body });
    await stream.ended;
  });

  it('when the session is over or idle too long, at the next check', async () => {
    const { person, stream } = await signedIn('admin');
    const { stream: stays } = await signedIn('admin');
    const longAgo = new Date(Date.now() - 24 * 3_600_000);
    await a.deps.db.updateTable('sessions').set({ last_seen_at: longAgo }).where('user_id', '=', person.id).execute();
    await b.deps.live.check();
    await stream.ended;
    await stays.hears(await mark());
    await stays.leave();
  });
});

describe('a user', () => {
  it('without a session gets no stream', async () => {
    await expect(follow(url, 'x'.repeat(43))).rejects.toThrow('401');
  });

  it('may have ten streams; the eleventh is refused until one ends', async () => {
    const person = await aSignedInUser(a, 'admin');
    const streams = await Promise.all(Array.from({ length: 10 }, () => followAs(person)));
    await expect(followAs(person)).rejects.toThrow('429');
    await Promise.all(streams.map((stream) => stream.leave()));
    await expect.poll(() => followAs(person).then((stream) => stream.leave().then(() => 'open'), String)).toBe('open');
  });

  it('hears nothing of what happened before, and is told so', async () => {
    const stream = await followAs(admin);
    expect(stream.messages).toEqual([{ type: 'opened', resumed: false }]);
    await stream.leave();
  });
});
