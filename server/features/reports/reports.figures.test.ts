import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { ReportFigures } from '#contract/reports.ts';
import { aClock } from '#server/testing/clock.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { aSession, aUser, type StaffRow } from '#server/testing/people.ts';
import {
  type Edit,
  type History,
  histories,
  instantOf,
  type Question,
  type RequestCase,
  USERS,
  type UserChange,
} from '#server/testing/report-cases.ts';
import {
  expectedAnalytics,
  expectedMonitor,
  expectedReport,
  type Raw,
  type RawRequest,
  type RawUser,
  rounded,
} from '#server/testing/report-oracle.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { foldChanges } from './reports.upkeep.repo.ts';
import { keepFigures, verifyFigures } from './reports.upkeep.service.ts';

/** How many random histories; each has about ten questions. A failure prints the seed and the shortest history that fails. */
const HISTORIES = Number(process.env.FIGURES_RUNS ?? 80);
const SEED = Number(process.env.FIGURES_SEED ?? 20_240_229);

const clock = aClock('2026-03-10T15:00:00Z');
const names = ['Ann Ames', 'bob 50%_O.', 'Carl \\ C.', 'Ann Ames', 'Dora', 'Émile Zo.'];

let test: TestApp;
let admin: Person;
const users: StaffRow[] = [];
/** How many answers were compared, by where the figures came from. */
const compared = { 'figures alone': 0, 'figures and changes': 0, 'the requests': 0 };

beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin');
  for (let n = 0; n < USERS; n += 1) {
    users.push(await aUser(test, n === 4 ? 'admin' : 'technician', { name: names[n] ?? 'Nobody' }));
  }
});
afterAll(async () => {
  process.stdout.write(`compared with the oracle: ${JSON.stringify(compared)}, ${HISTORIES} histories, seed ${SEED}\n`);
  await test.close();
});

let added = 0;
const run = (statement: ReturnType<typeof sql>) => statement.execute(test.deps.db);
const zoneNow = () => test.deps.settings.business.time_zone;
const userId = (which: number) => users[which]?.id ?? expect.fail('there is no such user');

async function moveTo(zone: string) {
  await run(
    sql`update settings set version = version + 1, details = details || jsonb_build_object('time_zone', ${zone}::text)`,
  );
  await test.deps.settings.refresh();
  expect(zoneNow()).toBe(zone);
}

/** Begins a history as a new installation does: without requests and figures. */
async function begin(zone: string) {
  for (const table of ['requests', 'request_figures', 'request_service_figures', 'request_figure_changes']) {
    await run(sql`delete from ${sql.table(table)}`);
  }
  await run(sql`update request_figures_zone set zone = null`);
  for (const [which, user] of users.entries()) {
    await change({ step: 'user', which, is_active: which !== 2, is_deleted: false, role: user.role as 'technician' });
  }
  await moveTo(zone);
}

const change = ({ which, is_active, is_deleted, role }: UserChange) =>
  run(sql`update users set is_active = ${is_active}, role = ${role},
    deleted_at = case when ${is_deleted} then created_at end where id = ${userId(which)}`);

/** A request as the values of a row. Times are in microseconds, as text. */
function rowOf({ created, state, assignee, changed, priority, service_type }: RequestCase) {
  const from = instantOf(created, zoneNow());
  const at = (later: RequestCase['changed']) =>
    'after' in later ? from + BigInt(later.after) : instantOf(later, zoneNow());
  return {
    ...{ priority, service_type, status: state.status, rating: state.rating },
    assigned_to: assignee === null ? null : userId(assignee),
    created: String(from),
    updated: String(at(changed)),
    completed: state.completed === null ? null : String(at(state.completed)),
  };
}

const asTime = (column: string) => sql.raw(`timestamptz 'epoch' + row.${column} * interval '1 microsecond'`);
const asRows = (rows: object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
  id integer, nth integer, status request_status, priority request_priority, service_type text, assigned_to integer, rating smallint,
  created bigint, updated bigint, completed bigint)`;

const add = (requests: readonly RequestCase[]) =>
  run(sql`
    with customer as (
      insert into customers (name, email, phone, address, created_at) values ('Dana', 'dana@x.example', '1', 'x', now())
      on conflict (email) do update set phone = '1' returning id
    )
    insert into requests (external_id, title, description, customer_id, customer_name, customer_email, customer_phone,
      customer_address, status, priority, service_type, assigned_to, rating, created_at, updated_at, completed_at)
    select 'REQ-' || lpad(row.nth::text, 9, '0') || '-AAAAA', 'Dark', 'Dark', customer.id, 'Dana',
      'dana@x.example', '1', 'x', row.status, row.priority, row.service_type, row.assigned_to, row.rating,
      ${asTime('created')}, ${asTime('updated')}, ${asTime('completed')}
    from ${asRows(requests.map((request) => ({ nth: ++added, ...rowOf(request) })))}, customer`);

async function idOf(which: number): Promise<number> {
  const ids = await test.deps.db.selectFrom('requests').select('id').orderBy('id').execute();
  return ids[which % ids.length]?.id ?? 0;
}

const editable: Record<Edit['only'], ReturnType<typeof sql>> = {
  state: sql`status = row.status, rating = row.rating, completed_at = ${asTime('completed')}`,
  assigned_to: sql`assigned_to = row.assigned_to`,
  priority: sql`priority = row.priority`,
  service_type: sql`service_type = row.service_type`,
  rating: sql`rating = case when r.status = 'completed' then row.rating end`,
  completed_at: sql`completed_at = case when r.status = 'completed' then ${asTime('updated')} end`,
};
const edit = async ({ which, to, only }: Edit) =>
  run(sql`
    update requests r set updated_at = ${asTime('updated')}, ${editable[only]}
    from ${asRows([{ id: await idOf(which), ...rowOf(to) }])} where r.id = row.id`);

/** Folds some of the changes, and leaves the others. */
const foldSome = (changes: number) =>
  test.deps.transaction(async (tx) => {
    const { rows } = await sql<{ zone: string | null }>`select zone from request_figures_zone`.execute(tx);
    if (rows[0]?.zone === zoneNow()) await foldChanges(tx, zoneNow(), changes);
  });

async function readRaw(): Promise<Raw> {
  const micros = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000000)::bigint::text`);
  const { rows } = await sql<
    Omit<RawRequest, 'created' | 'completed' | 'assigned'> & Record<'created' | 'completed' | 'assigned', string>
  >`
    select id, external_id, title, customer_name, customer_email, status, priority, service_type, assigned_to, rating,
      ${micros('created_at')} as created, ${micros('completed_at')} as completed, ${micros('first_assigned_at')} as assigned
    from requests`.execute(test.deps.db);
  const staff = await sql<RawUser>`
    select id, name, email, role, is_active, deleted_at is not null as is_deleted from users`.execute(test.deps.db);
  const big = (text: string | null) => (text === null ? null : BigInt(text));
  return {
    requests: rows.map((row) => ({
      ...row,
      created: BigInt(row.created),
      completed: big(row.completed),
      assigned: big(row.assigned),
    })),
    users: staff.rows,
    zone: zoneNow(),
    now: clock.now(),
  };
}

const roundedFigures = (figures: ReportFigures): ReportFigures => ({
  ...figures,
  average_resolution_seconds: rounded(figures.average_resolution_seconds),
  average_first_response_seconds: rounded(figures.average_first_response_seconds),
});

/** Asks through HTTP, and compares the whole answer. */
async function ask(question: Question) {
  const caller = test.caller(await aSession(test, admin.id));
  const raw = await readRaw();
  if (question.about === 'analytics') {
    expect(await caller.call(api.reports.analytics, {})).toEqual(expectedAnalytics(raw));
    return;
  }
  const { rows } = await sql<{ from: keyof typeof compared }>`
    select case when zone is distinct from ${zoneNow()} then 'the requests'
      when exists (select from request_figure_changes) then 'figures and changes' else 'figures alone' end as from
    from request_figures_zone`.execute(test.deps.db);
  if (rows[0]) compared[rows[0].from] += 1;
  const { about, days, ...filters } = question;
  const given = Object.fromEntries(Object.entries({ ...days, ...filters }).filter(([, value]) => value !== undefined));
  if (about === 'monitor') {
    expect(await caller.call(api.reports.monitor, { query: given })).toEqual(
      expectedMonitor(raw, { ...days, ...filters }),
    );
    return;
  }
  const technician =
    'technician' in filters && filters.technician !== undefined ? userId(filters.technician) : undefined;
  const query = technician === undefined ? days : { ...days, technician: String(technician) };
  const { report } = await caller.call(api.reports.report, { query: query as object });
  const { figures, previous } = report;
  expect({
    ...report,
    figures: roundedFigures(figures),
    previous: previous && { ...previous, figures: roundedFigures(previous.figures) },
  }).toEqual(expectedReport(raw, { ...days, technician }));
}

async function happen(step: History['steps'][number]) {
  switch (step.step) {
    case 'ask':
      clock.set(new Date(Number(instantOf(step.now, zoneNow()) / 1_000n)).toISOString());
      return ask(step.question);
    case 'add':
      return add(step.requests);
    case 'edit':
      return edit(step);
    case 'delete':
      return run(sql`delete from requests where id = ${await idOf(step.which)}`);
    case 'keep':
      return keepFigures(test.deps);
    case 'fold':
      return foldSome(step.changes);
    case 'move':
      return moveTo(step.zone);
    case 'user':
      return change(step);
  }
}

it('every figure equals that of a naive count over the requests', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ zone, requests, steps }) => {
      await begin(zone);
      await add(requests);
      for (const step of steps) await happen(step);
      await keepFigures(test.deps);
      expect(await verifyFigures(test.deps)).toEqual({ zone: zoneNow(), wrong: 0, differences: [] });
    }),
    { numRuns: HISTORIES, seed: SEED },
  );
  for (const answers of Object.values(compared)) expect(answers).toBeGreaterThan(HISTORIES / 2);
}, 1_800_000);
