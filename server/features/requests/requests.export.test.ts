import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { HARD_TEXTS, readCsv } from '#server/testing/csv.ts';
import { aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin', { name: 'Ada' });
});
afterAll(() => test.close());

const BOM = '\uFEFF';
async function linesOf(query: object = {}, who = admin) {
  const answer = await who.attempt(api.requests.export, { query });
  expect(answer.status).toBe(200);
  return { lines: answer.text.split('\r\n').slice(0, -1), headers: answer.headers };
}
const exportsInTrail = () =>
  test.deps.db.selectFrom('audit_events').selectAll().where('action', '=', 'requests.export').orderBy('id').execute();

describe('The export of requests', () => {
  it('has a line for each request that matches, and is a file for a spreadsheet', async () => {
    const technician = await as(test, 'technician', { name: 'Tina' });
    const request = await aRequest(test, { title: 'One bollard, bent', customerName: 'Émile "Lux"' });
    await aRequest(test, { title: 'Another thing' });
    const params = { id: String(request.id) };
    await admin.call(api.requests.assign, { params, body: { technician_id: technician.id } });
    const { lines, headers } = await linesOf({ search: 'bollard' });
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename=requests-filtered-\d{4}-\d\d-\d\d\.csv$/),
      'cache-control': 'no-store',
    });
    expect(lines[0]).toBe(
      `${BOM}"ID","Customer","Email","Phone","Service Address","Town","Title","Status","Priority","Assigned To","Rating","Service Type","Created (America/New_York)","Updated (America/New_York)","Completed (America/New_York)"`,
    );
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"${request.external_id}","Émile ""Lux""","dana@whitfield.example","(407) 555-0111"`);
    expect(lines[1]).toContain('"One bollard, bent","Assigned","Medium","Tina",,');
  });

  it.each([
    [{ from: '2026-09-01', to: '2026-09-30' }, 'requests-filtered-2026-09-01-to-2026-09-30.csv'],
    [{ from: '2026-10-01', to: '2026-10-31' }, 'requests-filtered-2026-10-01-to-2026-10-31.csv'],
    [{ to: '2026-10-31' }, 'requests-filtered-until-2026-10-31.csv'],
  ])('has its days in its name, and that it is filtered: %j', async (days, name) => {
    const { headers } = await linesOf({ period: 'custom', search: 'nobody', ...days });
    expect(headers['content-disposition']).toBe(`attachment; filename=${name}`);
  });

  it('has the words of the screens, and the times of the business’s clock', async () => {
    const request = await aRequest(test, { title: 'A clock tower', priority: 'Emergency' });
    const at = { created_at: '2026-03-08T06:59:00Z', updated_at: '2026-03-08T07:01:00Z', completed_at: null };
    await test.deps.db
      .updateTable('requests')
      .set({ ...at, status: 'in_progress' })
      .where('id', '=', request.id)
      .execute();
    const { lines } = await linesOf({ search: request.external_id });
    // The night the clocks go forward: 1:59 is followed by 3:00.
    expect(lines[1]).toMatch(/"In Progress","Emergency",,,,"2026-03-08 01:59","2026-03-08 03:01",$/);
  });

  it.each(['=HYPERLINK("http://evil.example","x")', '+1', '-2+3', '@SUM(A1)', '\t=1', '＝1+1', ' =cmd|calc'])(
    'hands no customer text to a spreadsheet as a formula: %j',
    async (hostile) => {
      // Texts are trimmed when they arrive, so that the worst ones are put into the row itself.
      const request = await aRequest(test);
      const fields = { title: hostile, customer_name: hostile, customer_phone: hostile, customer_address: hostile };
      await test.deps.db.updateTable('requests').set(fields).where('id', '=', request.id).execute();
      const { lines } = await linesOf({ search: request.external_id });
      const cells = (lines[1] ?? '').match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
      expect(cells.filter((cell) => /^"?\s*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      expect(cells.filter((cell) => cell.startsWith(`"'`))).toHaveLength(4);
    },
  );

  it('is read back as what is stored', async () => {
    const ids: string[] = [];
    for (const text of HARD_TEXTS) {
      const request = await aRequest(test);
      const technician = await as(test, 'technician');
      await test.deps.db.updateTable('users').set({ name: text }).where('id', '=', technician.id).execute();
      const customer = { customer_name: text, customer_email: text, customer_phone: text, customer_address: text };
      await test.deps.db
        .updateTable('requests')
        .set({ ...customer, title: text, service_type: text, assigned_to: technician.id })
        .where('id', '=', request.id)
        .execute();
      ids.push(request.external_id);
    }
    const { text } = await admin.attempt(api.requests.export, { query: { sort: 'created_asc' } });
    const rows = readCsv(text).filter(({ ID }) => ids.includes(ID ?? ''));
    const columns = ['Customer', 'Email', 'Phone', 'Service Address', 'Title', 'Assigned To', 'Service Type'];
    expect(rows.map((row) => columns.map((column) => row[column]))).toEqual(
      HARD_TEXTS.map((stored) => columns.map(() => stored)),
    );
  });

  it('has each of many rows once, in the order of the list, also those of the same moment', async () => {
    const { id } = await aRequest(test, { title: 'Seed of many' });
    await sql`
      insert into requests (external_id, title, description, priority, customer_id, customer_name, customer_email,
        customer_phone, customer_address, created_at, updated_at)
      select 'REQ-' || lpad(n::text, 9, '0') || '-MANYX', 'Manifold', description, priority, customer_id, customer_name,
        customer_email, customer_phone, customer_address,
        -- Microseconds, and three rows for each moment.
        created_at - (n / 3) * interval '1.000001 seconds', updated_at
      from requests, generate_series(1, 1234) n where id = ${id}`.execute(test.deps.db);
    for (const sort of ['created_desc', 'created_asc'] as const) {
      const { lines } = await linesOf({ search: 'Manifold', sort });
      const ids = lines.slice(1).map((line) => line.slice(1, 20));
      const rows = await test.deps.db
        .selectFrom('requests')
        .select('external_id')
        .where('title', '=', 'Manifold')
        .orderBy('created_at', sort === 'created_asc' ? 'asc' : 'desc')
        .orderBy('id', sort === 'created_asc' ? 'asc' : 'desc')
        .execute();
      expect(rows).toHaveLength(1234);
      expect(ids).toEqual(rows.map(({ external_id }) => external_id));
    }
  });

  it('has the order of the list by priority too, in each and in one priority', async () => {
    const made: number[] = [];
    for (const priority of ['low', 'urgent', 'medium', 'urgent', 'high'] as const) {
      const { id } = await aRequest(test, { title: 'Ranked' });
      await test.deps.db.updateTable('requests').set({ priority }).where('id', '=', id).execute();
      made.push(id);
    }
    for (const query of [{ search: 'Ranked' }, { search: 'Ranked', priority: 'urgent' }] as const) {
      const { lines } = await linesOf({ ...query, sort: 'priority' });
      const { requests } = await admin.call(api.requests.list, { query: { ...query, sort: 'priority' } });
      expect(lines.slice(1).map((line) => line.slice(1, 20))).toEqual(requests.map(({ external_id: id }) => id));
    }
    const { requests } = await admin.call(api.requests.list, { query: { search: 'Ranked', sort: 'priority' } });
    expect(requests.map(({ id }) => made.indexOf(id))).toEqual([1, 3, 4, 2, 0]);
  });

  it('is in the trail, with who asked and for what', async () => {
    const auditor = await as(test, 'auditor');
    const known = (await exportsInTrail()).length;
    await linesOf({ status: 'pending', period: 'last_7_days' }, auditor);
    expect((await exportsInTrail()).slice(known)).toMatchObject([
      {
        actor_id: auditor.id,
        entity: 'request',
        entity_id: null,
        before: null,
        after: { filters: { status: 'pending', period: 'last_7_days', sort: 'created_desc' } },
      },
    ]);
  });

  it('is refused with dates that run backwards, a page and an unknown filter', async () => {
    for (const [query, message] of [
      [{ period: 'custom', from: '2026-05-02', to: '2026-05-01' }, 'Start date cannot be after end date'],
      [{ page: '2' }, 'Unknown field'],
      [{ limit: '5' }, 'Unknown field'],
      [{ status: 'gone' }, 'Must be one of: pending, assigned, in_progress, completed, cancelled'],
    ] as const) {
      const answer = await admin.attempt(api.requests.export, { query });
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
  });

  it('ends when the receiver goes away, and leaves no statement behind', async () => {
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await test
      .caller()
      .call(api.auth.login, { body: { email: admin.email, password: 'correct-horse-9' } });
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${address}/api/requests/export`, { headers, signal: leaving.signal });
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    leaving.abort();
    await expect(reader?.read()).rejects.toThrow();
    // The connection that read the pages is free again.
    const busy = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%customer_phone%'
        and pid <> pg_backend_pid()`.execute(test.deps.db);
      return rows[0]?.n;
    };
    await expect.poll(busy).toBe(0);
    const again = () => admin.attempt(api.requests.export, { query: { search: 'Manifold' } });
    await expect.poll(async () => (await again()).status).toBe(200);
    expect((await again()).text.split('\r\n')).toHaveLength(1236);
  });
});
