import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { AUDIT_PAGE_ROWS } from '#contract/words/limits.ts';
import { anAssignedRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { sealEntries } from '../seal/seal.service.ts';
import { addEntries } from './trail.reactions.ts';

let test: TestApp;
let admin: Person;
let auditor: Person;
let technician: Person;
beforeAll(async () => {
  test = await testApp({}, {}, { asOwner: true });
  admin = await as(test, 'admin', { name: 'Ada Admin' });
  auditor = await as(test, 'auditor', { name: 'Otto Auditor' });
  technician = await as(test, 'technician', { name: 'Tess Volt' });
});
afterAll(() => test.close());

type Query = Parameters<typeof auditor.call<typeof api.audit.list>>[1]['query'];
const list = (query: Query = {}) => auditor.call(api.audit.list, { query });
const idsOf = (answer: Awaited<ReturnType<typeof list>>) => answer.entries.map(({ id }) => id);

const visitor = { kind: 'visitor', ip: '203.0.113.7', userAgent: 'a test' } as const;
type Entry = Parameters<typeof addEntries>[3][number];
/** Entries of a visitor, at a time of their own. */
const entriesAt = (at: string, entries: readonly Entry[]) =>
  test.deps.transaction((tx, deps) => addEntries({ ...deps, now: () => new Date(at) }, tx, visitor, entries));
const many = (count: number, entry: Partial<Entry> = {}) =>
  Array.from(
    { length: count },
    (_, n): Entry => ({ action: 'contact.submit', entity: 'contact_message', entity_id: 900_000 + n, ...entry }),
  );

describe('The list of the trail', () => {
  it('says who did what to which thing, with the names of the people in it', async () => {
    const request = await anAssignedRequest(test, admin, technician);
    await sealEntries(test.deps);
    const { entries, people } = await list({ entity: 'request', entity_id: String(request.id) });
    expect(entries.map(({ action }) => action)).toEqual(['requests.assign', 'requests.create']);
    expect(entries[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      at: expect.stringMatching(/Z$/),
      actor: { id: admin.id, name: 'Ada Admin', role: 'admin' },
      action: 'requests.assign',
      entity: 'request',
      entity_id: String(request.id),
      thing: { name: request.external_id, title: 'Dark parking lot' },
      known_as: null,
      changed: ['status', 'assigned_to'],
      before: { assigned_to: null, status: 'pending' },
      after: { assigned_to: technician.id, status: 'assigned' },
      ip: '127.0.0.1',
      sealed: true,
    });
    expect(entries[1]?.actor).toEqual({ id: null, name: 'Visitor', role: null });
    expect(people).toEqual([{ id: technician.id, name: 'Tess Volt' }]);
  });

  it('shows a new entry as not sealed, and a deleted thing without a name', async () => {
    await entriesAt('2031-01-01T00:00:00Z', many(1));
    const [newest] = (await list()).entries;
    expect(newest).toMatchObject({ entity_id: '900000', thing: null, sealed: false });
  });

  it('names the password of a user only when it was changed', async () => {
    const { id, name, email } = technician;
    const edit = (fields: object) => ({
      params: { id: String(id) },
      body: { name, email, role: 'technician', is_active: true, ...fields } as const,
    });
    const changed = async () => (await list({ action: 'users.update' })).entries[0]?.changed;
    await admin.call(api.users.update, edit({ phone: '(407) 555-0100' }));
    expect(await changed()).toEqual(['phone']);
    await admin.call(api.users.update, edit({ phone: '(407) 555-0100', password: 'ladders-up-at-11' }));
    expect(await changed()).toEqual(['password_changed']);
  });

  it('filters by actor, action, kind of thing, one thing, and all at once', async () => {
    const mine = await list({ actor: String(admin.id) });
    expect(mine.entries.length).toBeGreaterThan(1);
    expect(mine.entries.every(({ actor }) => actor.id === admin.id)).toBe(true);
    const strangers = await list({ actor: 'visitor' });
    expect(strangers.entries.length).toBeGreaterThan(1);
    expect(strangers.entries.every(({ actor }) => actor.id === null)).toBe(true);
    const assigned = await list({ action: 'requests.assign' });
    expect(new Set(assigned.entries.map(({ action }) => action))).toEqual(new Set(['requests.assign']));
    const users = await list({ entity: 'user' });
    expect(new Set(users.entries.map(({ entity }) => entity))).toEqual(new Set(['user']));
    const one = assigned.entries[0];
    const all = {
      actor: String(admin.id),
      action: 'requests.assign',
      entity: 'request',
      entity_id: one?.entity_id ?? '',
    } as const;
    expect(idsOf(await list(all))).toEqual([one?.id]);
    expect((await list({ ...all, actor: 'visitor' })).entries).toEqual([]);
  });

  it('filters by days of the business’s time zone, the last one to its end', async () => {
    // 23:59 on March 1 and 0:00 on March 2 in Orlando.
    await entriesAt('2020-03-02T04:59:59.999Z', many(1, { entity_id: 1 }));
    await entriesAt('2020-03-02T05:00:00Z', many(1, { entity_id: 2 }));
    const on = async (from: string, to: string) => (await list({ from, to })).entries.map(({ entity_id }) => entity_id);
    expect(await on('2020-03-01', '2020-03-01')).toEqual(['1']);
    expect(await on('2020-03-02', '2020-03-02')).toEqual(['2']);
    expect(await on('2020-03-01', '2020-03-02')).toEqual(['2', '1']);
    expect(await on('2020-03-03', '2020-03-31')).toEqual([]);
    expect((await list({ to: '2020-03-01' })).entries.map(({ entity_id }) => entity_id)).toEqual(['1']);
  });

  it('pages by the last entry, so that no entry is shown twice or missed while new ones arrive', async () => {
    await entriesAt('2032-01-01T00:00:00Z', many(2 * AUDIT_PAGE_ROWS + 7, { action: 'contact.set_notes' }));
    const seen: string[] = [];
    let cursor: string | undefined;
    const pages: number[] = [];
    do {
      const answer = await list({ action: 'contact.set_notes', ...(cursor && { cursor }) });
      pages.push(answer.entries.length);
      seen.push(...idsOf(answer));
      cursor = answer.next_cursor ?? undefined;
      await entriesAt('2032-01-01T00:00:01Z', many(3, { action: 'contact.set_notes' }));
    } while (cursor);
    expect(pages).toEqual([50, 50, 7]);
    expect(new Set(seen).size).toBe(107);
    expect(seen.map(Number)).toEqual(seen.map(Number).toSorted((one, other) => other - one));
  });

  it('ends without a further page when the last one is full', async () => {
    await entriesAt('2033-01-01T00:00:00Z', many(AUDIT_PAGE_ROWS, { action: 'contact.set_status' }));
    const answer = await list({ action: 'contact.set_status' });
    expect(answer.entries).toHaveLength(50);
    expect(answer.next_cursor).toBeNull();
  });

  it('answers an unknown cursor with an empty page', async () => {
    expect(await list({ cursor: '999999999999' })).toEqual({
      entries: [],
      people: [],
      more_match: false,
      next_cursor: null,
    });
  });

  it('is never larger than 60 kB, and its pages still hold every entry', async () => {
    const text = '漢'.repeat(5_000);
    const fields = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field_${n}`, text]));
    await entriesAt(
      '2034-01-01T00:00:00Z',
      many(60, { action: 'contact.remove', before: fields, after: { ...fields, field_0: '' } }),
    );
    await entriesAt('2034-01-01T00:00:00Z', many(60, { action: 'contact.remove', before: fields, after: null }));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { action: 'contact.remove', ...(cursor && { cursor }) } as const;
      const answer = await auditor.attempt(api.audit.list, { query });
      expect(Buffer.byteLength(answer.text)).toBeLessThan(60_000);
      const { entries, next_cursor } = answer.body as unknown as Awaited<ReturnType<typeof list>>;
      seen.push(...entries.map(({ id }) => id));
      cursor = next_cursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size).toBe(120);
  });

  it.each([
    [{ actor: 'nobody' }, 'actor', 'Not a valid value'],
    [{ action: 'users.explode' }, 'action', /^Must be one of: .*users\.create/],
    [{ entity: 'planet' }, 'entity', /^Must be one of: request, /],
    [{ entity: 'user', entity_id: 'x' }, 'entity_id', 'Not a valid id'],
    [{ entity_id: '5' }, 'entity', 'Say what kind of thing the id belongs to'],
    [{ from: 'yesterday' }, 'from', 'Please enter a valid date'],
    [{ to: '2026-02-30' }, 'to', 'Please enter a valid date'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'from', 'Start date cannot be after end date'],
    [{ cursor: '-1' }, 'cursor', 'Not a valid number of an event'],
    [{ page: '2' }, 'page', 'Unknown field'],
  ])('refuses %j', async (query, field, message) => {
    const answer = await auditor.attempt(api.audit.list, { query });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([
      { field, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ]);
  });
});

describe('One entry', () => {
  it('is answered whole: long texts, nested values and the program that was used', async () => {
    const notes = 'Ring first. '.repeat(200);
    const hours = [{ day: 'monday', from: '08:00', to: '17:00' }];
    await entriesAt('2035-01-01T00:00:00Z', many(1, { before: { notes: '' }, after: { notes, hours } }));
    const [summary] = (await list()).entries;
    expect(summary?.after).toEqual({ notes: `${notes.slice(0, 120)}…` });
    expect(summary?.changed).toEqual(['hours', 'notes']);
    const { entry } = await auditor.call(api.audit.get, { params: { id: summary?.id ?? '' } });
    expect(entry).toMatchObject({
      id: summary?.id,
      before: { notes: '' },
      after: { notes, hours },
      user_agent: 'a test',
      // With what the list has, from which its sentence is made.
      summary: { changed: summary?.changed, before: summary?.before, after: summary?.after },
    });
  });

  it.each(['0', '-1', '1e3', '9999999999999999999'])('with the number %s is refused', async (id) => {
    expect((await auditor.attempt(api.audit.get, { params: { id } })).status).toBe(400);
  });
});

describe('The actors', () => {
  it('are those who have entries, also when they are deleted', async () => {
    const silent = await as(test, 'technician', { name: 'Silent Sam' });
    const gone = await as(test, 'technician', { name: 'Gone Gil' });
    await admin.call(api.users.remove, { params: { id: String(gone.id) } });
    const unseen = test.deps.db.insertInto('users').values({
      ...{ name: 'Never Nora', email: 'nora@staff.example', role: 'technician', is_active: true, password_hash: '-' },
      ...{ created_at: test.deps.now(), updated_at: test.deps.now() },
    });
    await unseen.execute();
    const { actors } = await auditor.call(api.audit.actors, {});
    expect(actors).toContainEqual({ id: gone.id, name: 'Gone Gil', role: 'technician', is_deleted: true });
    expect(actors).toContainEqual({ id: silent.id, name: 'Silent Sam', role: 'technician', is_deleted: false });
    expect(actors.map(({ name }) => name)).not.toContain('Never Nora');
  });
});

describe('An entry that a person with all rights has altered', () => {
  it.each([
    ["at = 'infinity'", { at: null }],
    ["at = '0044-03-15 BC'", { at: null }],
    [`after = '"text"'`, { after: { value: 'text' } }],
    ["action = 'users.explode', entity = 'planet'", { action: 'users.explode', entity: 'planet', thing: null }],
    ["entity_id = '99999999999999999999'", { entity_id: '99999999999999999999', thing: null }],
  ])('is still shown: %s', async (change, expected) => {
    await entriesAt('2036-01-01T00:00:00Z', many(1));
    const { id } = (await list()).entries[0] ?? expect.fail('no entry');
    for (const statement of [
      'grant update on audit_events to current_user',
      'alter table audit_events disable trigger user',
      `update audit_events set ${change} where id = ${id}`,
      'alter table audit_events enable trigger user',
    ]) {
      await sql.raw(statement).execute(test.deps.db);
    }
    expect(
      idsOf(await list({ from: '2036-01-01' })).length + idsOf(await list({ to: '2019-01-01' })).length,
    ).toBeGreaterThan(0);
    const { entry } = await auditor.call(api.audit.get, { params: { id } });
    expect(entry).toMatchObject({ id, ...expected });
  });
});
