import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { BULK_MAX } from '#contract/words/limits.ts';
import { aClock } from '#server/testing/clock.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-01-05T15:00:00Z');

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin', { name: 'Ada Admin' });
});
afterAll(() => test.close());

/** Sends a message through the public form, and returns it as the office sees it. */
async function aMessage(fields: object = {}) {
  const body = { name: 'Dana Whitfield', email: 'dana@whitfield.example', message: 'Four of nine are out.', ...fields };
  await test.caller().call(api.contact.submit, { body });
  const { contacts } = (await admin.call(api.contact.list, { query: { limit: '1' } })).data;
  const [newest] = contacts;
  if (!newest) throw new Error('no message');
  return newest;
}
const idOf = (row: { id: number }) => ({ id: String(row.id) });
const read = async (row: { id: number }) => (await admin.call(api.contact.get, { params: idOf(row) })).data.contact;
const eventsOf = (row: { id: number }) =>
  test.deps.db
    .selectFrom('audit_events')
    .selectAll()
    .where('entity', '=', 'contact_message')
    .where('entity_id', '=', String(row.id))
    .where('action', '!=', 'contact.submit')
    .orderBy('id')
    .execute();
const traceless = async (row: { id: number }) => ({ row: await read(row), events: await eventsOf(row) });

const writes = [
  { endpoint: api.contact.setStatus, body: { status: 'spam' } },
  { endpoint: api.contact.setNotes, body: { notes: 'planted' } },
  { endpoint: api.contact.remove, body: undefined },
];
const attemptWrite = (who: Person | ReturnType<TestApp['caller']>, write: (typeof writes)[number], id: string) =>
  who.attempt(write.endpoint, { params: { id }, ...(write.body ? { body: write.body } : {}) });

it('lists the beginning of a long message and of its notes, and answers the whole of one', async () => {
  // Characters of two UTF-16 units: none is cut in half.
  const texts = { message: '\u{1F4A1}'.repeat(900), notes: 'n'.repeat(900) };
  const { id } = await aMessage({ message: texts.message });
  await admin.call(api.contact.setNotes, { params: idOf({ id }), body: { notes: texts.notes } });
  const [listed] = (await admin.call(api.contact.list, { query: { limit: '1' } })).data.contacts;
  expect(listed).toMatchObject({ id, message: '\u{1F4A1}'.repeat(200), notes: 'n'.repeat(200) });
  expect(await read({ id })).toMatchObject(texts);
});

describe('access to messages', () => {
  it.each([
    ['admin', 200, 200],
    ['auditor', 200, 403],
    ['technician', 403, 403],
    [undefined, 401, 401],
  ] as const)('%s: reading answers %i, writing %i', async (role, reading, writing) => {
    const caller = role ? await as(test, role) : test.caller();
    const message = await aMessage();
    expect((await caller.attempt(api.contact.list)).status).toBe(reading);
    expect((await caller.attempt(api.contact.get, { params: idOf(message) })).status).toBe(reading);
    if (writing !== 200) {
      const before = await traceless(message);
      for (const write of writes) expect((await attemptWrite(caller, write, idOf(message).id)).status).toBe(writing);
      expect(await traceless(message)).toEqual(before);
    } else {
      for (const write of writes) expect((await attemptWrite(caller, write, idOf(message).id)).status).toBe(200);
    }
  });

  it('is refused to a deactivated admin', async () => {
    const gone = await as(test, 'admin', { is_active: false });
    expect((await gone.attempt(api.contact.list)).status).toBe(401);
  });
});

describe('a message', () => {
  it('is shown with exactly its fields', async () => {
    const message = await aMessage({ phone: '555-0100' });
    expect(await read(message)).toEqual({
      id: message.id,
      name: 'Dana Whitfield',
      email: 'dana@whitfield.example',
      phone: '555-0100',
      message: 'Four of nine are out.',
      status: 'new',
      notes: '',
      created_at: clock.now().toISOString(),
      ip_address: '127.0.0.1',
      user_agent: expect.any(String),
      version: 1,
    });
  });

  it('can change to any of the four statuses from any other, and each change leaves one event', async () => {
    const message = await aMessage();
    const path = ['contacted', 'new', 'resolved', 'contacted', 'spam', 'new', 'spam', 'resolved', 'new'] as const;
    let from = 'new';
    for (const [i, status] of path.entries()) {
      const answer = await admin.call(api.contact.setStatus, { params: idOf(message), body: { status } });
      expect(answer.data.contact).toEqual({ ...message, status, version: i + 2 });
      expect((await eventsOf(message)).at(-1)).toMatchObject({
        action: 'contact.set_status',
        actor_id: admin.id,
        actor_name: 'Ada Admin',
        actor_role: 'admin',
        before: { status: from },
        after: { status },
      });
      from = status;
    }
    expect(await eventsOf(message)).toHaveLength(path.length);
    expect(await read(message)).toMatchObject({ status: 'new', version: path.length + 1 });
  });

  it('has notes that can be set, replaced, and cleared with a blank', async () => {
    const message = await aMessage();
    const seen: string[] = [];
    for (const notes of ['  Called back.\n\nLeft word. 100% <b> ', 'Second', '   ']) {
      const answer = await admin.call(api.contact.setNotes, { params: idOf(message), body: { notes } });
      seen.push(answer.data.contact.notes);
    }
    expect(seen).toEqual(['Called back.\n\nLeft word. 100% <b>', 'Second', '']);
    const events = await eventsOf(message);
    expect(events.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'contact.set_notes', before: { notes: '' }, after: { notes: seen[0] } },
      { action: 'contact.set_notes', before: { notes: seen[0] }, after: { notes: 'Second' } },
      { action: 'contact.set_notes', before: { notes: 'Second' }, after: { notes: '' } },
    ]);
    expect(await read(message)).toEqual({ ...message, version: 4 });
  });

  it('is deleted permanently, and the trail keeps all of it', async () => {
    const message = await aMessage({ name: 'Soon Gone' });
    const noted = (await admin.call(api.contact.setNotes, { params: idOf(message), body: { notes: 'a last word' } }))
      .data.contact;
    expect(await admin.call(api.contact.remove, { params: idOf(message) })).toEqual({
      message: 'Contact deleted successfully',
    });
    for (const endpoint of [api.contact.get, api.contact.remove]) {
      const again = await admin.attempt(endpoint, { params: idOf(message) });
      expect({ status: again.status, message: again.body.message }).toEqual({
        status: 404,
        message: 'Contact message not found',
      });
    }
    const removals = (await eventsOf(message)).filter(({ action }) => action === 'contact.remove');
    expect(removals).toHaveLength(1);
    expect(removals[0]).toMatchObject({ before: noted, after: null, actor_id: admin.id });
  });
});

describe('two editors of one message', () => {
  it('the editor with an older version is told who changed it and when, and no change is lost', async () => {
    const message = await aMessage();
    await admin.call(api.contact.setStatus, { params: idOf(message), body: { status: 'contacted', version: 1 } });
    const other = await as(test, 'admin', { name: 'Ben Boss' });
    const before = await traceless(message);
    for (const [version, what] of [
      [1, 'the status'],
      [3, 'this message'],
    ] as const) {
      const body = { status: 'spam', version } as const;
      const answer = await other.attempt(api.contact.setStatus, { params: idOf(message), body });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        error: 'conflict',
        message: `Ada Admin changed ${what} on Jan 5, 2026, 10:00 AM.`,
      });
    }
    expect(await traceless(message)).toEqual(before);
    const fresh = await other.attempt(api.contact.setNotes, {
      params: idOf(message),
      body: { notes: 'in time', version: 2 },
    });
    expect(fresh.status).toBe(200);
    const row = await test.deps.db
      .selectFrom('contact_messages')
      .selectAll()
      .where('id', '=', message.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ version: 3, changed_by: other.id, changed_at: clock.now(), notes: 'in time' });
  });

  it('at the same moment: one of twenty edits succeeds, and the others are refused', async () => {
    const message = await aMessage();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        admin.attempt(api.contact.setNotes, { params: idOf(message), body: { notes: `note ${i}`, version: 1 } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect((await read(message)).version).toBe(2);
    expect(await eventsOf(message)).toHaveLength(1);
  });
});

describe('a status of many messages', () => {
  const setStatusOfMany = (contacts: unknown, rest: object = { status: 'resolved' }) =>
    admin.attempt(api.contact.setStatusOfMany, { body: { contacts, ...rest } });

  it('is set for each on its own, with an event each, and the refused ones are named', async () => {
    const [good, stale, done] = [await aMessage(), await aMessage(), await aMessage()];
    await admin.call(api.contact.setStatus, { params: idOf(stale), body: { status: 'spam' } });
    await admin.call(api.contact.setStatus, { params: idOf(done), body: { status: 'resolved' } });
    const contacts = [
      { id: good.id, version: 1 },
      { id: stale.id, version: 1 },
      { id: done.id, version: 2 },
      { id: 2_147_483_647 },
    ];
    const answer = await admin.call(api.contact.setStatusOfMany, { body: { contacts, status: 'resolved' } });
    expect(answer).toEqual({
      done: [
        { id: good.id, version: 2 },
        { id: done.id, version: 2 },
      ],
      refused: [
        { id: stale.id, message: 'Ada Admin changed the status on Jan 5, 2026, 10:00 AM.' },
        { id: 2_147_483_647, message: 'Contact message not found' },
      ],
    });
    expect(await read(good)).toEqual({ ...good, status: 'resolved', version: 2 });
    expect(await read(stale)).toMatchObject({ status: 'spam' });
    expect(await eventsOf(good)).toMatchObject([
      { action: 'contact.set_status', actor_id: admin.id, before: { status: 'new' }, after: { status: 'resolved' } },
    ]);
    expect(await eventsOf(done)).toHaveLength(1);
  });

  it('changes nothing twice when it is sent again', async () => {
    const message = await aMessage();
    const contacts = [{ id: message.id, version: 1 }];
    for (let n = 0; n < 2; n += 1)
      expect((await setStatusOfMany(contacts)).body).toMatchObject({ done: [{ id: message.id, version: 2 }] });
    expect(await eventsOf(message)).toHaveLength(1);
  });

  it.each([
    ['no message', [], 'Please select at least one message'],
    [
      'too many',
      Array.from({ length: BULK_MAX + 1 }, (_, n) => ({ id: n + 1 })),
      'At most 100 messages can be changed at once',
    ],
    ['one twice', [{ id: 1 }, { id: 1 }], 'A message is in the list twice'],
    ['no list', undefined, 'This field is required'],
    ['unknown fields', [{ id: 1, notes: 'x' }], 'Unknown field'],
  ])('of %s is refused', async (_, contacts, message) => {
    const answer = await setStatusOfMany(contacts);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it('needs one of the four statuses', async () => {
    for (const rest of [{}, { status: 'closed' }]) {
      const answer = await setStatusOfMany([{ id: 1 }], rest);
      expect([answer.status, answer.body.message]).toEqual([400, 'Please select a status']);
    }
  });
});

describe('an invalid change', () => {
  const { setStatus, setNotes } = api.contact;
  it.each([
    [setStatus, {}, 'status', 'Please select a status'],
    [setStatus, { status: 'closed' }, 'status', 'Please select a status'],
    [setStatus, { status: null }, 'status', 'Please select a status'],
    [setStatus, { status: 'spam', id: 1 }, 'id', 'Unknown field'],
    [setStatus, { status: 'spam', notes: 'x' }, 'notes', 'Unknown field'],
    [setStatus, { status: 'spam', changed_by: 1 }, 'changed_by', 'Unknown field'],
    [setNotes, { notes: 'x'.repeat(5001) }, 'notes', 'Must be at most 5000 characters'],
    [setNotes, { notes: 'nul\u0000' }, 'notes', 'Contains a character that is not allowed'],
    [setNotes, { notes: 'x', status: 'spam' }, 'status', 'Unknown field'],
    [setNotes, { notes: 'x', email: 'a@b.example' }, 'email', 'Unknown field'],
  ])('is refused (%#), and stores nothing', async (endpoint, body, field, text) => {
    const message = await aMessage();
    const before = await traceless(message);
    const answer = await admin.attempt(endpoint, { params: idOf(message), body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field, message: text }]);
    expect(await traceless(message)).toEqual(before);
  });

  it.each(['0', '2147483648', 'abc', "1'--", '\u0000'])('of the invalid id %j is refused', async (id) => {
    expect((await admin.attempt(api.contact.get, { params: { id } })).status).toBe(400);
    for (const write of writes) expect((await attemptWrite(admin, write, id)).status).toBe(400);
  });

  it('of a missing message is 404', async () => {
    expect((await admin.attempt(api.contact.get, { params: { id: '999999' } })).status).toBe(404);
    for (const write of writes) expect((await attemptWrite(admin, write, '999999')).status).toBe(404);
  });
});
