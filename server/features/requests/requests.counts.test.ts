import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { priorities, statuses } from '#contract/words/requests.ts';
import { as } from '#server/testing/factories.ts';
import { everywhere, instantOf, type Moment, offset, zones } from '#server/testing/report-cases.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { foldChanges } from '../reports/reports.upkeep.repo.ts';
import { keepFigures } from '../reports/reports.upkeep.service.ts';
import type { RequestFilter } from './requests.filter.repo.ts';
import { findPage } from './requests.list.repo.ts';

/** How many random histories. A failure prints the seed and the shortest history that fails. */
const HISTORIES = Number(process.env.COUNTS_RUNS ?? 60);
const SEED = Number(process.env.COUNTS_SEED ?? 20_240_229);

/** In St. John's the clock went back a minute after midnight: the day before went on for an hour. */
const twiceBegun = ['2010-11-06', '2010-11-07', '2010-11-08'];
const moment: fc.Arbitrary<Moment> = fc.record({ day: fc.constantFrom(...everywhere, ...twiceBegun), offset });
const state = fc.record({
  status: fc.constantFrom(...statuses),
  priority: fc.constantFrom(...priorities),
  isAssigned: fc.boolean(),
});
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 });
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const ask = fc.record({
  step: fc.constant('ask' as const),
  from: maybe(moment),
  before: maybe(moment),
  filter: fc.record({
    status: rarely(fc.constantFrom(...statuses)),
    without: rarely(fc.constantFrom(...statuses)),
    priority: rarely(fc.constantFrom(...priorities)),
    assignment: rarely(fc.constantFrom('assigned' as const, 'unassigned' as const)),
  }),
});
const noFilter = { status: undefined, without: undefined, priority: undefined, assignment: undefined };
const request = fc.record({ created: moment, state });
const step = fc.oneof(
  { weight: 12, arbitrary: ask },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant('add' as const), requests: fc.array(request, { maxLength: 8 }) }),
  },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('edit' as const), which: fc.nat(), to: state }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('delete' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('keep' as const) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('fold' as const), changes: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('move' as const), zone: fc.constantFrom(...zones) }) },
);
const histories = fc.record({
  zone: fc.constantFrom(...zones, 'America/St_Johns'),
  isBuilt: fc.boolean(),
  requests: fc.array(request, { minLength: 10, maxLength: 40 }),
  steps: fc.array(step, { minLength: 15, maxLength: 40 }),
});
type History = ReturnType<typeof histories.generate>['value'];
/** A request of the day that had begun, before a window that begins while the day before goes on. */
const twice: History = {
  zone: 'America/St_Johns',
  isBuilt: false,
  requests: [
    {
      created: { day: '2010-11-06', offset: 86_430_000_000 },
      state: { status: 'pending', priority: 'low', isAssigned: false },
    },
  ],
  steps: [
    { step: 'keep' },
    { step: 'ask', from: { day: '2010-11-06', offset: 87_300_000_000 }, before: undefined, filter: noFilter },
  ],
};
type Step = ReturnType<typeof step.generate>['value'];
type Case = ReturnType<typeof request.generate>['value'];

let test: TestApp;
let admin: number;
let added = 0;
/** How many windows of more than two weeks were counted that had requests, by what the figures were then. */
const compared = { 'not built': 0, 'of another zone': 0, 'with changes beside them': 0, whole: 0 };

beforeAll(async () => {
  test = await testApp({});
  admin = (await as(test, 'admin')).id;
});
afterAll(async () => {
  process.stdout.write(
    `windows compared with a naive count: ${JSON.stringify(compared)}, ${HISTORIES} histories, seed ${SEED}\n`,
  );
  await test.close();
});

const run = <T>(statement: ReturnType<typeof sql<T>>) => statement.execute(test.deps.db);
const zoneNow = () => test.deps.settings.business.time_zone;

async function moveTo(zone: string) {
  await run(
    sql`update settings set version = version + 1, details = details || jsonb_build_object('time_zone', ${zone}::text)`,
  );
  await test.deps.settings.refresh();
}

async function begin(zone: string) {
  for (const table of ['requests', 'request_figures', 'request_service_figures', 'request_figure_changes'])
    await run(sql`delete from ${sql.table(table)}`);
  await run(sql`update request_figures_zone set zone = null`);
  await moveTo(zone);
}

const rowOf = ({ status, priority, isAssigned }: Case['state']) => ({
  status,
  priority,
  assigned_to: isAssigned ? admin : null,
});
const asRows = (rows: object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
  id integer, nth integer, status request_status, priority request_priority, assigned_to integer, created bigint)`;

const add = (requests: readonly Case[]) =>
  run(sql`
    with customer as (
      insert into customers (name, email, phone, address, created_at) values ('Dana', 'dana@x.example', '1', 'x', now())
      on conflict (email) do update set phone = '1' returning id
    )
    insert into requests (external_id, title, description, customer_id, customer_name, customer_email, customer_phone,
      customer_address, status, priority, assigned_to, created_at, updated_at, completed_at)
    select 'REQ-' || lpad(row.nth::text, 9, '0') || '-AAAAA', 'Dark', 'Dark', customer.id, 'Dana', 'dana@x.example', '1', 'x',
      row.status, row.priority, row.assigned_to, at, at, case when row.status = 'completed' then at end
    from ${asRows(
      requests.map(({ created, state }) => ({
        nth: ++added,
        created: String(instantOf(created, zoneNow())),
        ...rowOf(state),
      })),
    )}, customer, lateral (select timestamptz 'epoch' + row.created * interval '1 microsecond' as at) moment`);

const edit = async (which: number, to: Case['state']) =>
  run(sql`
    update requests r set status = row.status, priority = row.priority, assigned_to = row.assigned_to,
      completed_at = case when row.status = 'completed' then r.created_at end
    from ${asRows([{ id: await idOf(which), ...rowOf(to) }])} where r.id = row.id`);

async function idOf(which: number): Promise<number> {
  const ids = await test.deps.db.selectFrom('requests').select('id').orderBy('id').execute();
  return ids[which % ids.length]?.id ?? 0;
}

/** Folds some of the changes, and leaves the others. */
const foldSome = (changes: number) =>
  test.deps.transaction(async (tx) => {
    const { zone } = await tx.selectFrom('request_figures_zone').select('zone').executeTakeFirstOrThrow();
    if (zone === zoneNow()) await foldChanges(tx, zone, changes);
  });

/** How many requests pass, one by one. */
async function naiveCount({ from, before, status, without, priority, assignment }: RequestFilter): Promise<number> {
  const { rows } = await run(
    sql<{ created: string; status: string; priority: string; is_assigned: boolean }>`
      select (extract(epoch from created_at) * 1000000)::bigint::text as created, status, priority, assigned_to is not null as is_assigned
      from requests`,
  );
  const passes = (row: (typeof rows)[number]) =>
    (!from || BigInt(row.created) >= BigInt(from.getTime()) * 1_000n) &&
    (!before || BigInt(row.created) < BigInt(before.getTime()) * 1_000n) &&
    (!status || row.status === status) &&
    (!without || row.status !== without) &&
    (!priority || row.priority === priority) &&
    (!assignment || row.is_assigned === (assignment === 'assigned'));
  return rows.filter(passes).length;
}

async function figuresAre(): Promise<keyof typeof compared> {
  const { zone } = await test.deps.db.selectFrom('request_figures_zone').select('zone').executeTakeFirstOrThrow();
  if (zone === null) return 'not built';
  if (zone !== zoneNow()) return 'of another zone';
  const change = await test.deps.db.selectFrom('request_figure_changes').select('n').limit(1).executeTakeFirst();
  return change ? 'with changes beside them' : 'whole';
}

async function compare({ from, before, filter }: Extract<Step, { step: 'ask' }>) {
  const at = (moment: Moment | undefined) => (moment ? new Date(Number(instantOf(moment, zoneNow()) / 1_000n)) : null);
  const window = { from: at(from), before: at(before) };
  const asked = { ...filter, ...window };
  const { matched } = await findPage(test.deps.db, asked, { sort: 'created_desc', limit: 1, page: 1 });
  const expected = await naiveCount(asked);
  expect(matched, JSON.stringify(asked)).toBe(expected);
  const length = (window.before?.getTime() ?? Date.now()) - (window.from?.getTime() ?? 0);
  if ((from || before) && expected > 0 && length > 15 * 86_400_000) compared[await figuresAre()] += 1;
}

async function happen(next: Step) {
  switch (next.step) {
    case 'ask':
      return compare(next);
    case 'add':
      return add(next.requests);
    case 'edit':
      return edit(next.which, next.to);
    case 'delete':
      return run(sql`delete from requests where id = ${await idOf(next.which)}`);
    case 'keep':
      return keepFigures(test.deps);
    case 'fold':
      return foldSome(next.changes);
    case 'move':
      return moveTo(next.zone);
  }
}

it('the number of requests of any window and filter equals that of a naive count', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ zone, isBuilt, requests, steps }) => {
      await begin(zone);
      if (isBuilt) await keepFigures(test.deps);
      await add(requests);
      for (const next of steps) await happen(next);
    }),
    { numRuns: HISTORIES, seed: SEED, examples: [[twice]] },
  );
  for (const windows of Object.values(compared)) expect(windows).toBeGreaterThan(HISTORIES / 4);
}, 1_800_000);
