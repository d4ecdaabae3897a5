import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { type Role, roles } from '#contract/words/roles.ts';
import { anAssignedRequest, type Person } from '../testing/factories.ts';
import { pathOf, readRequest, updateWork } from '../testing/field-work.ts';
import { aSignedInUser } from '../testing/people.ts';
import { fields, rawForm } from '../testing/raw-form.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await aSignedInUser(test, 'admin', 'Ada Admin');
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());

/** What ends the authority of a person in the midst of a write, each by its own call. */
const ends = {
  'is deactivated': (person) => admin.attempt(api.users.toggleStatus, { ...pathOf(person), body: {} }),
  'is deleted': (person) => admin.attempt(api.users.remove, pathOf(person)),
  'gets a new password': (person) => edit(person, { password: 'three-old-ladders' }),
  'gets another role': (person, role) => edit(person, { role: role === 'auditor' ? 'technician' : 'auditor' }),
  'signs out': (person) => person.attempt(api.auth.logout),
} satisfies Record<string, (person: Person, role: Role) => ReturnType<Person['attempt']>>;
type End = keyof typeof ends;

async function edit(person: Person, change: object) {
  const { user } = await admin.call(api.users.get, { params: { id: String(person.id) } });
  const { name, email, role, is_active } = user;
  return admin.attempt(api.users.update, { ...pathOf(person), body: { name, email, role, is_active, ...change } });
}

const aNotification = (person: Person) =>
  test.deps.db
    .insertInto('notifications')
    .values({
      user_id: person.id,
      type: 'system',
      title: 'A lamp is out',
      message: 'At the north gate.',
      priority: 'low',
      link: null,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const isUnread = async ({ id }: { id: number }) =>
  (await test.deps.db.selectFrom('notifications').select('is_read').where('id', '=', id).executeTakeFirstOrThrow())
    .is_read === false;
const actionsOf = async ({ id }: Person) =>
  (await test.deps.db.selectFrom('audit_events').select('action').where('actor_id', '=', id).execute()).map(
    ({ action }) => action,
  );

/** Runs a statement in a transaction that stays open until `end`, which keeps what it did; a failed test undoes it. */
async function hold(statement: ReturnType<typeof sql>) {
  const held = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<'keep' | 'undo'>();
  const undone = new Error('undone');
  const holding = test.deps
    .transaction(async (tx) => {
      await statement.execute(tx);
      held.resolve();
      if ((await outcome.promise) === 'undo') throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  await Promise.race([held.promise, holding]);
  const end = (as: 'keep' | 'undo') => {
    outcome.resolve(as);
    return holding;
  };
  return { end: () => end('keep'), [Symbol.asyncDispose]: () => end('undo') };
}

const waiting = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(test.deps.db);
      return rows.length;
    })
    .toBe(1);

const cells = roles.flatMap((role) => (Object.keys(ends) as End[]).map((end) => ({ role, end })));

describe('A write that waits for a lock', () => {
  it.each(cells)('is refused when its $role $end, who need not wait for it', async ({ role, end }) => {
    const person = await aSignedInUser(test, role);
    const notification = await aNotification(person);
    await using held = await hold(sql`select from notifications where id = ${notification.id} for update`);
    const write = person.attempt(api.notifications.read, pathOf(notification));
    await waiting();
    expect(await ends[end](person, role)).toMatchObject({ status: 200 });
    await held.end();
    expect(await write).toMatchObject({ status: 401, body: { error: 'unauthorized', message: 'Please sign in' } });
    expect(await isUnread(notification)).toBe(true);
    expect(await actionsOf(person)).not.toContain('notifications.read');
  });

  it('is refused without the reason that it had before, which tells what was read', async () => {
    const person = await aSignedInUser(test, 'auditor');
    const notification = await aNotification(person);
    await using held = await hold(sql`delete from notifications where id = ${notification.id}`);
    const write = person.attempt(api.notifications.read, pathOf(notification));
    await waiting();
    await ends['is deactivated'](person);
    await held.end();
    expect((await write).status).toBe(401);
  });

  it('is carried out when nothing has ended', async () => {
    const person = await aSignedInUser(test, 'auditor');
    const notification = await aNotification(person);
    await using held = await hold(sql`select from notifications where id = ${notification.id} for update`);
    const write = person.attempt(api.notifications.read, pathOf(notification));
    await waiting();
    await held.end();
    expect((await write).status).toBe(200);
    expect(await isUnread(notification)).toBe(false);
  });
});

describe('A write that is about to be committed while its session is being ended', () => {
  const end = { 'a sign-out': 'delete from sessions', 'a new role': 'select from sessions' };

  it.each(Object.entries(end))('by %s asks for a new attempt, which the outcome decides', async (_, statement) => {
    const person = await aSignedInUser(test, 'auditor');
    const notification = await aNotification(person);
    const read = () => person.attempt(api.notifications.read, pathOf(notification));
    const locking = sql.raw(statement.startsWith('select') ? ' for update' : '');
    await using held = await hold(sql`${sql.raw(statement)} where user_id = ${person.id}${locking}`);
    const early = await read();
    expect(early).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { error: 'unavailable', message: 'Your session is about to change. Please try again.' },
    });
    expect(await isUnread(notification)).toBe(true);
    await held[Symbol.asyncDispose]();
    expect((await read()).status).toBe(200);
  });
});

describe('A form that comes in slowly', () => {
  /** Sends a form up to its last field, and the rest when `finish` is called. Resolves when the server has the first part. */
  async function begin(person: Person, request: { id: number }, form: Buffer, key: string) {
    const arrived = new Promise<void>((resolve) => {
      test.app.server.once('connection', (theirs) => theirs.once('data', () => resolve()));
    });
    const { port } = test.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const boundary = form.toString('latin1').slice(2, form.indexOf('\r\n'));
    const cut = form.length - 40;
    socket.write(
      [
        `PATCH /api/requests/${request.id}/update-with-files HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        `Authorization: Bearer ${person.token}`,
        `Idempotency-Key: ${key}`,
        `Content-Type: multipart/form-data; boundary=${boundary}`,
        `Content-Length: ${form.length}`,
        '\r\n',
      ].join('\r\n'),
    );
    socket.write(form.subarray(0, cut));
    await arrived;
    return async function finish() {
      socket.write(form.subarray(cut));
      return Number((await text(socket)).split(' ')[1]);
    };
  }

  const workers = ['admin', 'technician'] as const;
  const key = () => crypto.randomUUID();
  const update = { status: 'in_progress', notes: 'Two poles are done.' };

  it.each(workers)('is refused when its %s is deactivated before its end', async (role) => {
    const person = await aSignedInUser(test, role);
    const request = await anAssignedRequest(test, admin, person);
    const finish = await begin(person, request, rawForm(fields(update)), key());
    expect((await ends['is deactivated'](person)).status).toBe(200);
    expect(await finish()).toBe(401);
    expect((await readRequest(admin, request)).status).toBe('pending');
    expect(await actionsOf(person)).toEqual([]);
  });

  it.each(workers)('does not get the answer of the call that it repeats, when its %s is deactivated', async (role) => {
    const person = await aSignedInUser(test, role);
    const request = await anAssignedRequest(test, admin, person);
    const same = key();
    expect((await updateWork(person, request, update, { files: [], idempotencyKey: same })).status).toBe(200);
    const finish = await begin(person, request, rawForm(fields(update)), same);
    await ends['is deactivated'](person);
    expect(await finish()).toBe(401);
  });

  it.each(workers)('is carried out when its %s is still there', async (role) => {
    const person = await aSignedInUser(test, role);
    const request = await anAssignedRequest(test, admin, person);
    const finish = await begin(person, request, rawForm(fields(update)), key());
    expect(await finish()).toBe(200);
    expect(await readRequest(admin, request)).toMatchObject({ status: 'in_progress' });
  });
});
