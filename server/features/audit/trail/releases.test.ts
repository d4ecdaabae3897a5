import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { releasedRows } from '#server/testing/released-rows.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let auditor: Person;
beforeAll(async () => {
  test = await testApp({}, {}, { asOwner: true });
  auditor = await as(test, 'auditor');
});
afterAll(() => test.close());

const details = releasedRows['settings.details'];
/** Entries as other releases write them: an unknown action and subject, and known ones with other content. */
const entries: [action: string, entity: string, before: unknown, after: unknown][] = [
  ['visits.plan', 'visit', null, { slot: { from: '08:00' } }],
  ['settings.update', 'settings', details, { ...details, slogan: 'Lights on', hours: null }],
  ['requests.assign', 'request', ['pending'], 'assigned'],
  ['mail.send_again', 'mail', null, { kind: 'survey', to: 7 }],
  ['audit.verify', 'audit_trail', null, { broken: { kind: 'melted' } }],
];
async function anEntry([action, entity, before, after]: (typeof entries)[number]): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into audit_events (at, actor_name, action, entity, entity_id, before, after, ip, user_agent)
    values (now(), 'Visitor', ${action}, ${entity}, '1', ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, '', '')
    returning id::text`.execute(test.deps.db);
  return rows[0]?.id ?? '';
}

describe.each(entries)('an entry of another release about %s', (...entry) => {
  it('is listed, opened and exported', async () => {
    const id = await anEntry(entry);
    expect((await auditor.call(api.audit.list, {})).entries.map((one) => one.id)).toContain(id);
    expect((await auditor.call(api.audit.get, { params: { id } })).entry.action).toBe(entry[0]);
    const sheet = await test.app.inject({
      url: '/api/audit/export',
      headers: { authorization: `Bearer ${auditor.token}` },
    });
    expect(sheet.statusCode).toBe(200);
    expect(sheet.body).toContain(entry[0]);
  });
});
