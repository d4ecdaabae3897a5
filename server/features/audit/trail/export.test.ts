import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { HARD_TEXTS, readCsv } from '#server/testing/csv.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { addEntries } from './trail.reactions.ts';

let test: TestApp;
let auditor: Person;
beforeAll(async () => {
  test = await testApp();
  auditor = await as(test, 'auditor', { name: 'Otto Auditor' });
});
afterAll(() => test.close());

const visitor = { kind: 'visitor', ip: '203.0.113.7', userAgent: '=cmd|calc!A1' } as const;
type Entry = Parameters<typeof addEntries>[3][number];
const entries = (all: readonly Entry[]) => test.deps.transaction((tx, deps) => addEntries(deps, tx, visitor, all));

async function lines(query: Record<string, string> = {}) {
  const answer = await auditor.attempt(api.audit.export, { query });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=audit-trail-[\w-]+\.csv$/);
  return answer.text.replace('\uFEFF', '').trimEnd().split('\r\n');
}
const exports = () =>
  test.deps.db.selectFrom('audit_events').selectAll().where('action', '=', 'audit.export').orderBy('id').execute();

describe('The export of the trail', () => {
  it('has the filtered entries, newest first, each with all that it holds', async () => {
    await entries([
      {
        action: 'contact.set_notes',
        entity: 'contact_message',
        entity_id: 7,
        before: { notes: '' },
        after: { notes: 'Rang "back", twice' },
      },
      { action: 'contact.remove', entity: 'contact_message', entity_id: 7, before: { name: 'Cora' } },
    ]);
    const [head, ...rows] = await lines({ entity: 'contact_message' });
    expect(head).toBe(
      '"Number","Time (UTC)","Time (America/New_York)","Actor","Actor ID","Role","What happened","Action","Entity","Entity ID","About","Before","After","IP address","User agent","Sealed"',
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(
      /^"\d+","\S+Z","\d{4}-\d\d-\d\d \d\d:\d\d:\d\d","Visitor",,,"Visitor deleted the message of Cora","contact.remove","contact_message","7","Cora","\{""name"":""Cora""\}",,"203/,
    );
    expect(rows[1]).toContain('"{""notes"":""Rang \\""back\\"", twice""}"');
    expect(await lines({ entity: 'settings' })).toHaveLength(1);
  });

  it('says of each entry what the screen says, with the names of those whom it only numbers', async () => {
    const [tess, omar] = [
      await as(test, 'technician', { name: 'Tess Volt' }),
      await as(test, 'technician', { name: 'Omar Ohm' }),
    ];
    await entries([
      {
        action: 'requests.release',
        entity: 'request',
        entity_id: 4711,
        before: { assigned_to: tess.id, status: 'assigned' },
        after: { assigned_to: omar.id, status: 'assigned' },
      },
    ]);
    const [, row] = await lines({ entity: 'request', entity_id: '4711' });
    expect(row).toContain('"Visitor handed no. 4711 over from Tess Volt to Omar Ohm","requests.release"');
  });

  it('has its days in its name, and that it is filtered', async () => {
    const query = { action: 'users.create', from: '2026-10-01', to: '2026-10-31' } as const;
    const { headers } = await auditor.attempt(api.audit.export, { query });
    expect(headers['content-disposition']).toBe(
      'attachment; filename=audit-trail-filtered-2026-10-01-to-2026-10-31.csv',
    );
    const { headers: whole } = await auditor.attempt(api.audit.export, { query: { from: '2026-10-01' } });
    expect(whole['content-disposition']).toMatch(/filename=audit-trail-2026-10-01-to-/);
  });

  it('holds no formula, whoever wrote it into a field or sent it as the name of a browser', async () => {
    await entries([{ action: 'users.create', entity: 'user', entity_id: 1, after: { name: '=1+1' } }]);
    const [, row = ''] = await lines({ action: 'users.create' });
    expect(row).toContain(`"'=cmd|calc!A1"`);
    const cells = row.split(',').map((cell) => cell.replace(/^"|"$/g, ''));
    expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
  });

  it('is read back as what is stored', async () => {
    for (const text of HARD_TEXTS) {
      await test.deps.transaction((tx, deps) =>
        addEntries(deps, tx, { ...visitor, userAgent: text }, [
          { action: 'users.update', entity: 'user', entity_id: 1, before: { name: text }, after: { name: [text, -1] } },
        ]),
      );
    }
    const { text } = await auditor.attempt(api.audit.export, { query: { action: 'users.update' } });
    const stored = await test.deps.db
      .selectFrom('audit_events')
      .select(['user_agent', 'before', 'after'])
      .where('action', '=', 'users.update')
      .orderBy('id', 'desc')
      .execute();
    expect(
      readCsv(text).map((row) => ({
        user_agent: row['User agent'],
        before: JSON.parse(row.Before ?? ''),
        after: JSON.parse(row.After ?? ''),
      })),
    ).toEqual(stored);
    expect(stored).toHaveLength(HARD_TEXTS.length);
  });

  it('of more entries than one page has each of them once', async () => {
    const many = Array.from(
      { length: 2_300 },
      (_, n): Entry => ({ action: 'notifications.read', entity: 'notification', entity_id: n + 1 }),
    );
    for (let from = 0; from < many.length; from += 500) await entries(many.slice(from, from + 500));
    const [, ...rows] = await lines({ action: 'notifications.read' });
    expect(rows).toHaveLength(2_300);
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(2_300);
  });

  it('is an entry of the trail itself, with its filters', async () => {
    const known = (await exports()).length;
    await lines({ actor: String(auditor.id), from: '2026-01-01' });
    await lines();
    expect((await exports()).slice(known)).toMatchObject([
      {
        actor_name: 'Otto Auditor',
        entity: 'audit_trail',
        after: { filters: { actor: String(auditor.id), from: '2026-01-01' } },
      },
      { actor_name: 'Otto Auditor', entity: 'audit_trail', after: { filters: {} } },
    ]);
  });

  it('has what the list had before it, and not itself', async () => {
    const [newest] = (await auditor.call(api.audit.list, { query: {} })).entries;
    const [, first] = await lines({ actor: String(auditor.id) });
    expect(first?.split(',')[0]).toBe(`"${newest?.id}"`);
  });

  it('is refused with wrong filters, and then leaves no entry', async () => {
    const known = (await exports()).length;
    const answer = await auditor.attempt(api.audit.export, { query: { cursor: '5' } });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field: 'cursor', message: 'Unknown field' }]);
    expect((await exports()).length).toBe(known);
  });
});
