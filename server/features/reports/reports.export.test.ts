import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { HARD_TEXTS, readCsv } from '#server/testing/csv.ts';
import { anAssignedRequest, aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-03-10T15:00:00Z');
const BOM = '\uFEFF';

let test: TestApp;
let admin: Person;
let tina: Person;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin', { name: 'Ada' });
  tina = await as(test, 'technician', { name: '=Tina("x")' });
  await aRequest(test, { service_type: '+Sign, "bright"' });
  const { id } = await anAssignedRequest(test, admin, tina, 'completed');
  await test.deps.db.updateTable('requests').set({ rating: 4 }).where('id', '=', id).execute();
});
afterAll(() => test.close());

async function linesOf(query: object, who = admin) {
  const answer = await who.attempt(api.reports.export, { query });
  expect(answer.status).toBe(200);
  return { lines: answer.text.split('\r\n').slice(0, -1), headers: answer.headers };
}

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, nth) => new Date(Date.parse(first) + nth * 86_400_000).toISOString().slice(0, 10));

describe('the export of a report', () => {
  it.each([
    [
      'status',
      ['"Status","Requests"', '"Pending",1', '"Assigned",0', '"In Progress",0', '"Completed",1', '"Cancelled",0'],
    ],
    ['priority', ['"Priority","Requests"', '"Low",0', '"Medium",2', '"High",0', '"Emergency",0']],
    // A text that a spreadsheet would read as a formula begins with an apostrophe.
    ['service_type', ['"Service Type","Requests"', `"'+Sign, ""bright""",1`, '"Other",1']],
    ['ratings', ['"Rating","Requests"', '"1",0', '"2",0', '"3",0', '"4",1', '"5",0']],
    [
      'timeline',
      [
        '"Day","Pending","Assigned","In Progress","Completed","Cancelled"',
        ...daysFrom('2026-02-08', 30).map((day) => `"${day}",0,0,0,0,0`),
        '"2026-03-10",1,0,0,1,0',
      ],
    ],
    [
      'technicians',
      [
        '"Technician","Active","Total","Assigned","In Progress","Completed","Rated","Average Rating"',
        `"'=Tina(""x"")","yes",1,0,0,1,1,4`,
      ],
    ],
  ] as const)('has the table behind a chart: %s', async (table, lines) => {
    const exported = await linesOf({ table, period: 'last_30_days' });
    expect(exported.lines).toEqual([`${BOM}${lines[0]}`, ...lines.slice(1)]);
    const name = `report-${table.replace('_', '-')}-2026-02-08-to-2026-03-10.csv`;
    expect(exported.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename=${name}`,
      'cache-control': 'no-store',
    });
  });

  it('of all time has the day on which it was made in its name', async () => {
    const { headers } = await linesOf({ table: 'ratings' });
    expect(headers['content-disposition']).toBe('attachment; filename=report-ratings-2026-03-10.csv');
    const one = await linesOf({ table: 'ratings', technician: String(tina.id) });
    expect(one.headers['content-disposition']).toBe('attachment; filename=report-ratings-filtered-2026-03-10.csv');
  });

  it('is in the trail, with who asked and for what', async () => {
    const auditor = await as(test, 'auditor');
    await linesOf({ table: 'priority', technician: String(tina.id) }, auditor);
    const entries = await test.deps.db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'reports.export')
      .where('actor_id', '=', auditor.id)
      .execute();
    expect(entries).toMatchObject([
      {
        entity: 'report',
        entity_id: null,
        before: null,
        after: { filters: { table: 'priority', technician: String(tina.id), period: 'all' } },
      },
    ]);
  });

  it('is read back as what is stored', async () => {
    for (const text of HARD_TEXTS) {
      const technician = await as(test, 'technician');
      await test.deps.db.updateTable('users').set({ name: text }).where('id', '=', technician.id).execute();
      const { id } = await anAssignedRequest(test, admin, technician, 'assigned');
      await test.deps.db.updateTable('requests').set({ service_type: text }).where('id', '=', id).execute();
    }
    const read = async (table: 'technicians' | 'service_type', column: string) =>
      readCsv((await admin.attempt(api.reports.export, { query: { table } })).text).map((row) => row[column]);
    expect(await read('technicians', 'Technician')).toEqual(expect.arrayContaining([...HARD_TEXTS]));
    expect(await read('service_type', 'Service Type')).toEqual(expect.arrayContaining([...HARD_TEXTS]));
  });
});
