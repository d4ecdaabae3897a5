import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { addEntries } from './trail.reactions.ts';

let test: TestApp;
let admin: Person;
let auditor: Person;
let tess: Person;
let request: { id: number; external_id: string };
let other: { id: number; external_id: string };
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin', { name: 'Ada Admin' });
  auditor = await as(test, 'auditor', { name: 'Otto Auditor' });
  tess = await as(test, 'technician', { name: 'Tess Volt' });
  request = await anAssignedRequest(test, admin, tess, 'in_progress');
  other = await aRequest(test, {
    title: 'Bollard by the loading dock',
    customerName: 'Zoe Quartz',
    customerEmail: 'zoe@quartz.example',
    customerPhone: '(321) 555-0188',
  });
  await admin.call(api.requests.changeStatus, {
    params: { id: String(other.id) },
    body: { status: 'cancelled', notes: '50% paid_up front' },
  });
});
afterAll(() => test.close());

type Query = NonNullable<Parameters<typeof auditor.call<typeof api.audit.list>>[1]['query']>;
const list = (query: Query) => auditor.call(api.audit.list, { query });
/** What is found, newest first, as actions with the number of their thing. */
const found = async (search: string, query: Query = {}) =>
  (await list({ ...query, search })).entries.map(({ action, entity_id }) => `${action} ${entity_id}`);
const all = ({ id }: { id: number }) => [
  `requests.change_status ${id}`,
  `requests.assign ${id}`,
  `requests.create ${id}`,
];
const allOfOther = () => [`requests.change_status ${other.id}`, `requests.create ${other.id}`];

describe('A search of the trail', () => {
  it('finds every entry of a request by its tracking ID, whole or a part, in any case', async () => {
    expect(await found(request.external_id)).toEqual(all(request));
    expect(await found(`  ${request.external_id.toLowerCase()} `)).toEqual(all(request));
    expect(await found(request.external_id.slice(4, 13).toLowerCase())).toEqual(all(request));
    expect(await found('REQ-000000000-00000')).toEqual([]);
  });

  it('finds every entry about a customer: by name, address or telephone number', async () => {
    for (const search of ['zoe quartz', 'QUARTZ Zoe', 'zoe@quartz.example', '321-555-0188', 'loading bollard']) {
      expect(await found(search), search).toEqual(allOfOther());
    }
  });

  it('finds a member of the staff as the actor, as the one whom a request went to, and as the one who was changed', async () => {
    await tess.call(api.notifications.markAllRead, {});
    const body = {
      name: tess.name,
      email: tess.email,
      role: 'technician',
      is_active: true,
      base_location: 'Ocoee',
    } as const;
    await admin.call(api.users.update, { params: { id: String(tess.id) }, body });
    const expected = [
      `users.update ${tess.id}`,
      'notifications.mark_all_read null',
      `requests.assign ${request.id}`,
      `auth.login ${tess.id}`,
    ];
    expect(await found('tess volt')).toEqual(expected);
    expect(await found(tess.email.toUpperCase())).toEqual(expected);
  });

  it('finds a deleted member of the staff, and a request taken from them', async () => {
    const gil = await as(test, 'technician', { name: 'Gone Gilbert' });
    const { id } = await anAssignedRequest(test, admin, gil);
    await admin.call(api.users.remove, { params: { id: String(gil.id) } });
    expect(await found('gilbert')).toEqual([
      `requests.release ${id}`,
      `users.remove ${gil.id}`,
      `requests.assign ${id}`,
      `auth.login ${gil.id}`,
    ]);
    expect(await found('gilbert release')).toEqual([`requests.release ${id}`]);
  });

  it('finds a sender of a contact message, also when the message is deleted', async () => {
    const body = { name: 'Cora Quill', email: 'cora@quill.example', message: 'Please ring about the pergola.' };
    await test.caller().call(api.contact.submit, { body });
    const { data } = await admin.call(api.contact.list, { query: { search: 'quill' } });
    const id = String(data.contacts[0]?.id ?? expect.fail('no message'));
    await admin.call(api.contact.setStatus, { params: { id }, body: { status: 'contacted' } });
    const before = [`contact.set_status ${id}`, `contact.submit ${id}`];
    expect(await found('cora pergola')).toEqual(before);
    await admin.call(api.contact.remove, { params: { id } });
    expect(await found('cora pergola')).toEqual([`contact.remove ${id}`, `contact.submit ${id}`]);
    // The entry that only says the status is still readable: another entry has the name.
    const entries = (await list({ entity: 'contact_message', entity_id: id })).entries;
    expect(entries.map(({ thing, known_as }) => ({ thing, known_as }))).toEqual(
      Array(3).fill({ thing: null, known_as: 'Cora Quill' }),
    );
  });

  it('finds an action by the words of the screen, alone and beside a person or a request', async () => {
    const actions = async (search: string) => new Set((await list({ search })).entries.map(({ action }) => action));
    expect(await actions('sign-in')).toEqual(new Set(['auth.login']));
    expect(await actions('Request status changed')).toEqual(new Set(['requests.change_status']));
    expect(await found('sign-in otto')).toEqual([`auth.login ${auditor.id}`]);
    expect(await found(`entered ${other.external_id}`)).toEqual([`requests.create ${other.id}`]);
    expect(await found(`status changed ${other.external_id.slice(4, 13)} ada`)).toEqual([
      `requests.change_status ${other.id}`,
    ]);
  });

  it('finds a text of an entry, with % and _ as letters', async () => {
    expect(await found('50% paid_up')).toEqual([`requests.change_status ${other.id}`]);
    expect(await found('50_ paid%up')).toEqual([]);
    expect(await found('cancelled quartz')).toEqual([`requests.change_status ${other.id}`]);
  });

  it('finds no word whose letters stand apart, in a text or in a name', async () => {
    expect(await found('paifro')).toEqual([]);
    expect(await found('tesvol')).toEqual([]);
  });

  it('goes together with the other filters', async () => {
    expect(await found(request.external_id, { action: 'requests.assign' })).toEqual([`requests.assign ${request.id}`]);
    expect(await found(request.external_id, { actor: 'visitor' })).toEqual([`requests.create ${request.id}`]);
    expect(await found(request.external_id, { entity: 'request', entity_id: String(other.id) })).toEqual([]);
    expect(await found(request.external_id, { to: '2020-01-01' })).toEqual([]);
    expect((await list({ search: '   ' })).entries.length).toBeGreaterThan(5);
  });

  it('finds what is old behind very many newer entries, page by page', async () => {
    const visitor = { kind: 'visitor', ip: '203.0.113.7', userAgent: 'a test' } as const;
    const add = (at: string, count: number, notes: string) =>
      test.deps.transaction((tx, deps) =>
        addEntries(
          { ...deps, now: () => new Date(at) },
          tx,
          visitor,
          Array.from({ length: count }, (_, n) => ({
            ...({ action: 'contact.set_notes', entity: 'contact_message', entity_id: 800_000 + n } as const),
            after: { notes },
          })),
        ),
      );
    await add('2021-01-01T00:00:00Z', 60, 'Sapphire lantern');
    for (let part = 0; part < 7; part += 1) await add('2022-01-01T00:00:00Z', 3_000, 'Filler');
    const first = await list({ search: 'sapphire' });
    expect(first.entries).toHaveLength(50);
    const second = await list({ search: 'sapphire', cursor: first.next_cursor ?? '' });
    expect(second.entries).toHaveLength(10);
    expect(second.next_cursor).toBeNull();
    expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(60);
  });

  it('says so when more requests match than it looks at', async () => {
    const few = await list({ search: 'quartz' });
    expect(few.more_match).toBe(false);
    const {
      id: _,
      search_text: __,
      recent_changes: ___,
      ...row
    } = await test.deps.db.selectFrom('requests').selectAll().where('id', '=', other.id).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 1_001 }, (_, n) => ({
      ...row,
      external_id: `REQ-${String(n).padStart(9, '0')}-ABCDE`,
      title: 'Ballast hums',
    }));
    await test.deps.db.insertInto('requests').values(rows).execute();
    expect((await list({ search: 'ballast hums' })).more_match).toBe(true);
  });

  it('is what an export has, and the entry of the export keeps it', async () => {
    const answer = await auditor.attempt(api.audit.export, { query: { search: other.external_id } });
    // The head, and the two entries of the request: not the export itself, which names the tracking ID.
    expect(answer.text.trimEnd().split('\r\n')).toHaveLength(3);
    const [entry] = (await list({ action: 'audit.export' })).entries;
    const { entry: whole } = await auditor.call(api.audit.get, { params: { id: entry?.id ?? '' } });
    expect(whole.after).toEqual({ filters: { search: other.external_id } });
  });

  it('is refused when it is too long', async () => {
    const answer = await auditor.attempt(api.audit.list, { query: { search: 'x'.repeat(201) } });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field: 'search', message: 'Must be at most 200 characters' }]);
  });

  it.each(['%', '\\', '"', '(', 'q', 'in', "'; drop table users; --", '漢字', '🙂'])('answers %s', async (search) => {
    expect((await auditor.attempt(api.audit.list, { query: { search } })).status).toBe(200);
  });
});

describe('The names of an entry', () => {
  it('are those of the people whom the filters of an export name', async () => {
    const query = { technician: String(tess.id) };
    await admin.attempt(api.requests.export, { query });
    const { entries, people } = await list({ action: 'requests.export' });
    expect(entries).toHaveLength(1);
    expect(people).toEqual([{ id: tess.id, name: 'Tess Volt' }]);
  });

  it('are those of notifications, before and after they are deleted', async () => {
    const { notifications } = await tess.call(api.notifications.list, {});
    const [first] = notifications;
    const params = { id: String(first?.id) };
    await tess.call(api.notifications.remove, { params });
    const [entry] = (await list({ entity: 'notification', entity_id: params.id })).entries;
    expect(entry).toMatchObject({ thing: null, known_as: first?.title });
  });
});
