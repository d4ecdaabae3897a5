import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { statuses } from '#contract/words/requests.ts';
import { anAssignedRequest, as, PASSWORD, type Person, picture, signature } from '#server/testing/factories.ts';
import { aSession, aSignedInUser, aUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { lockAssignable } from './users.service.ts';

let test: TestApp;
let admin: Person;
let witness: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await aSignedInUser(test, 'admin', 'Ada Admin');
  witness = await aSignedInUser(test, 'admin', 'Will Witness');
});
afterAll(() => test.close());

const idOf = (row: { id: number }) => ({ id: String(row.id) });
const remove = (person: Person, by: Person = admin) => by.attempt(api.users.remove, { params: idOf(person) });
const toggle = (person: Person, by: Person = admin, body: { version?: number } = {}) =>
  by.attempt(api.users.toggleStatus, { params: idOf(person), body });
const read = async (request: { id: number }) => (await admin.call(api.requests.get, { params: idOf(request) })).request;
const eventsOf = (entity: 'user' | 'request', id: number) =>
  test.deps.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

describe('a technician who is deleted', () => {
  it('keeps their name on all their work', async () => {
    const technician = await aSignedInUser(test, 'technician', 'Tess Technician');
    const request = await anAssignedRequest(test, admin, technician);
    await technician.call(api.requests.updateWithFiles, {
      params: idOf(request),
      body: { status: 'completed', notes: 'All nine are lit.', signature: await signature(), rating: '5' },
      files: [{ name: 'pole.png', bytes: await picture() }],
    });
    const before = await read(request);
    expect(await remove(technician)).toMatchObject({ status: 200, body: { message: 'User deleted' } });

    const after = await read(request);
    expect(after).toMatchObject({ status: 'completed', assignedTechnician: { name: 'Tess Technician' }, rating: 5 });
    expect(after.files.map(({ uploader }) => uploader)).toEqual([{ name: 'Tess Technician' }]);
    expect(after.signature?.uploader).toEqual({ name: 'Tess Technician' });
    expect(after.notes).toBe(before.notes);
    expect(after.notes).toContain('Tess Technician\nAll nine are lit.');
    const { requests } = await admin.call(api.requests.list, {});
    expect(requests.find(({ id }) => id === request.id)?.assignedTechnician).toEqual({ name: 'Tess Technician' });
  });

  it('is missing in the list and all calls, and cannot sign in', async () => {
    const technician = await as(test, 'technician');
    await remove(technician);
    const { users } = await admin.call(api.users.list, {});
    expect(users.map(({ id }) => id)).not.toContain(technician.id);
    expect((await admin.attempt(api.users.get, { params: idOf(technician) })).status).toBe(404);
    expect((await toggle(technician)).status).toBe(404);
    expect((await remove(technician)).status).toBe(404);
    const body = { email: technician.email, password: PASSWORD };
    expect((await test.caller().attempt(api.auth.login, { body })).status).toBe(401);
    expect((await technician.attempt(api.auth.me)).status).toBe(401);
    expect((await eventsOf('user', technician.id)).map(({ action }) => action)).toEqual(['auth.login', 'users.remove']);
  });

  it('leaves the e-mail address free for a new account, which has no data of the old one', async () => {
    const technician = await aSignedInUser(test, 'technician', 'First Owner');
    const request = await anAssignedRequest(test, admin, technician, 'completed');
    await remove(technician);
    const body = { name: 'Second Owner', email: technician.email, password: 'ladders-up-at-9' };
    const { user } = await admin.call(api.users.create, { body });
    expect(user.id).not.toBe(technician.id);
    expect(
      (await test.caller().attempt(api.auth.login, { body: { email: user.email, password: PASSWORD } })).status,
    ).toBe(401);
    const heir = test.caller(await aSession(test, user.id));
    expect((await heir.call(api.requests.listMine, {})).requests).toEqual([]);
    expect((await heir.attempt(api.requests.get, { params: idOf(request) })).status).toBe(404);
    expect((await read(request)).assignedTechnician).toEqual({ name: 'First Owner' });
  });
});

const departures: [string, (person: Person) => Promise<{ status: number }>][] = [
  ['deleted', remove],
  ['deactivated', toggle],
  [
    'made an auditor',
    (person) =>
      admin.attempt(api.users.update, {
        params: idOf(person),
        body: { name: person.name, email: person.email, role: 'auditor', is_active: true },
      }),
  ],
];

describe('the open work of a technician who is', () => {
  it.each(departures)(
    '%s returns to the office with a note, an event and one notification; other requests stay',
    async (_, leave) => {
      const technician = await aSignedInUser(test, 'technician', 'Tess Technician');
      const work = new Map<string, number>();
      for (const status of statuses) work.set(status, (await anAssignedRequest(test, admin, technician, status)).id);
      const bell = async () => (await witness.call(api.notifications.list, { query: { limit: '200' } })).notifications;
      const known = new Set((await bell()).map(({ id }) => id));
      expect((await leave(technician)).status).toBe(200);

      for (const [status, id] of work) {
        const request = await read({ id });
        const events = (await eventsOf('request', id)).filter(({ action }) => action === 'requests.release');
        if (status === 'completed' || status === 'cancelled') {
          expect(request).toMatchObject({ status, assigned_to: technician.id, notes: '' });
          expect(events).toEqual([]);
          continue;
        }
        expect(request).toMatchObject({ status: 'pending', assigned_to: null, assignedTechnician: null });
        expect(request.notes).toMatch(
          / · Ada Admin\nTess Technician is no longer available\. Back to the unassigned list\.$/,
        );
        expect(events).toEqual([
          {
            action: 'requests.release',
            actor_id: admin.id,
            before: { assigned_to: technician.id, status },
            after: { assigned_to: null, status: 'pending' },
          },
        ]);
      }
      const fresh = (await bell()).filter(({ id }) => !known.has(id));
      expect(fresh).toMatchObject([
        {
          title: 'Work to reassign',
          message: 'Tess Technician is no longer available: 3 open requests went back to the unassigned list.',
          priority: 'high',
          link: '/dashboard/admin/requests?assignment=unassigned',
        },
      ]);
    },
  );

  type Leaving = (person: Person, taker: number) => Promise<{ status: number; body: object }>;
  const handOvers: [string, Leaving][] = [
    [
      'deleted',
      (person, taker) => admin.attempt(api.users.remove, { params: idOf(person), query: { taker_id: String(taker) } }),
    ],
    [
      'deactivated',
      (person, taker_id) => admin.attempt(api.users.toggleStatus, { params: idOf(person), body: { taker_id } }),
    ],
    [
      'made an auditor',
      ({ id, name, email }, taker_id) =>
        admin.attempt(api.users.update, {
          params: idOf({ id }),
          body: { name, email, role: 'auditor', is_active: true, taker_id },
        }),
    ],
  ];

  it.each(handOvers)('%s goes to the taker, each with a note and an event, who is told once', async (_, leave) => {
    const technician = await aSignedInUser(test, 'technician', 'Tess Technician');
    const taker = await aSignedInUser(test, 'technician', 'Tom Taker');
    const work = new Map<string, number>();
    for (const status of statuses) {
      work.set(status, (await anAssignedRequest(test, admin, technician, status)).id);
    }
    const open = await admin.call(api.requests.openWork, { params: idOf(technician) });
    expect(open).toEqual({ open: 3 });
    expect((await leave(technician, taker.id)).status).toBe(200);

    const after = { pending: 'assigned', assigned: 'assigned', in_progress: 'in_progress' } as const;
    for (const [before, status] of Object.entries(after)) {
      const id = work.get(before) ?? 0;
      const request = await read({ id });
      expect(request).toMatchObject({ status, assigned_to: taker.id, assignedTechnician: { name: 'Tom Taker' } });
      expect(request.notes).toMatch(/ · Ada Admin\nTess Technician is no longer available\. Tom Taker takes over\.$/);
      expect((await eventsOf('request', id)).at(-1)).toEqual({
        action: 'requests.release',
        actor_id: admin.id,
        before: { assigned_to: technician.id, status: before },
        after: { assigned_to: taker.id, status },
      });
    }
    for (const status of ['completed', 'cancelled']) {
      expect(await read({ id: work.get(status) ?? 0 })).toMatchObject({ status, assigned_to: technician.id });
    }
    const { notifications } = await taker.call(api.notifications.list, {});
    expect(notifications).toMatchObject([
      {
        title: 'Work handed over to you',
        message: 'Tess Technician is no longer available: 3 open requests went to you.',
        priority: 'high',
        link: '/dashboard/technician',
      },
    ]);
    expect((await taker.call(api.requests.listMine, {})).stats).toMatchObject({ assigned: 2, in_progress: 1 });
    const mails = await test.deps.db
      .selectFrom('mail_outbox')
      .select('kind')
      .where('recipient', '=', taker.email)
      .execute();
    expect(mails.map(({ kind }) => kind)).toEqual(Array(3).fill('request_assigned'));
  });

  it.each([
    ['an auditor', () => as(test, 'auditor')],
    ['an inactive technician', () => aUser(test, 'technician', { is_active: false })],
    ['nobody', async () => ({ id: 999_999 })],
    ['themselves', async (leaving: Person) => leaving],
  ])('goes to no taker who is %s, and nothing changes', async (_, whom) => {
    const technician = await aSignedInUser(test, 'technician');
    const request = await anAssignedRequest(test, admin, technician, 'in_progress');
    const taker = await whom(technician);
    const refused = {
      status: 400,
      body: { details: [{ field: 'taker_id', message: 'Please select a technician' }] },
    };
    for (const [, leave] of handOvers) expect(await leave(technician, taker.id)).toMatchObject(refused);
    expect(await read(request)).toMatchObject({ status: 'in_progress', assigned_to: technician.id });
    expect((await technician.attempt(api.auth.me)).status).toBe(200);
  });

  it('promoted to admin stays assigned', async () => {
    const technician = await aSignedInUser(test, 'technician');
    const request = await anAssignedRequest(test, admin, technician, 'in_progress');
    const body = { name: technician.name, email: technician.email, role: 'admin', is_active: true } as const;
    await admin.call(api.users.update, { params: idOf(technician), body });
    expect(await read(request)).toMatchObject({ status: 'in_progress', assigned_to: technician.id });
    await remove(technician);
  });
});

describe('nobody', () => {
  it('deletes or deactivates themselves', async () => {
    const toggled = 'You cannot change your own role or deactivate yourself';
    expect(await toggle(admin, admin)).toMatchObject({ status: 409, body: { message: toggled } });
    const removed = { status: 409, body: { message: 'You cannot delete yourself' } };
    expect(await remove(admin, admin)).toMatchObject(removed);
    expect((await admin.attempt(api.users.list)).status).toBe(200);
  });
});

describe('deactivating and activating', () => {
  it('a technician waits for no assignment to an admin, which may wait for a request of the technician', async () => {
    const technician = await as(test, 'technician');
    await test.deps.transaction(async (tx) => {
      await lockAssignable(tx, witness.id);
      expect((await toggle(technician)).status).toBe(200);
    });
  });

  it('is refused to an admin who saw an older version, and names who was first', async () => {
    const person = await as(test, 'technician');
    const { user } = await admin.call(api.users.get, { params: idOf(person) });
    expect((await toggle(person, witness, { version: user.version })).status).toBe(200);
    const late = await toggle(person, admin, { version: user.version });
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(/^Will Witness changed the status on /);
    const { user: now } = await admin.call(api.users.get, { params: idOf(person) });
    expect(now.is_active).toBe(false);
    expect((await toggle(person, admin, { version: now.version })).status).toBe(200);
  });

  it('ends the sessions permanently, and lets the user sign in again after the activation', async () => {
    const person = await as(test, 'auditor');
    expect((await toggle(person)).body.user).toMatchObject({ id: person.id, is_active: false, version: 2 });
    expect((await person.attempt(api.auth.me)).status).toBe(401);
    const body = { email: person.email, password: PASSWORD };
    expect((await test.caller().attempt(api.auth.login, { body })).status).toBe(401);

    expect((await toggle(person)).body.user).toMatchObject({ is_active: true, version: 3 });
    expect((await person.attempt(api.auth.me)).status).toBe(401);
    expect((await test.caller().attempt(api.auth.login, { body })).status).toBe(200);
    expect((await eventsOf('user', person.id)).map(({ action }) => action)).toEqual([
      'auth.login',
      'users.deactivate',
      'users.activate',
      'auth.login',
    ]);
  });
});

it('an edit on an old version of a user is refused with the name of the first editor', async () => {
  const [first, second] = [await as(test, 'admin', { name: 'Ada First' }), await as(test, 'admin')];
  const { user } = await first.call(api.users.create, {
    body: { name: 'Wes', email: 'wes-versions@example.com', password: 'ladders-up-at-9', role: 'technician' },
  });
  const change = {
    params: { id: String(user.id) },
    body: { name: 'Wes Edited', email: user.email, role: user.role, is_active: true, version: user.version },
  };
  await first.call(api.users.update, change);
  const late = await second.attempt(api.users.update, { ...change, body: { ...change.body, name: 'Wes Late' } });
  expect(late.status).toBe(409);
  expect(late.body.message).toMatch(/^Ada First changed the name on .+\.$/);
});
