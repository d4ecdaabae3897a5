import fc from 'fast-check';
import { DateTime } from 'luxon';
import { priorities, type Status } from '#contract/words/requests.ts';

/** Random requests, edits and questions about them, near the moments at which figures by days go wrong. */

/** How many users requests are assigned to. */
export const USERS = 6;

/** Half an hour of summer time, a day that never was, and midnights that were skipped are among them. */
export const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'UTC',
] as const;

/** The ends of months and years, 29 February, and the changes to and from summer time of the zones above. */
const spring = [
  ...['2024-01-31', '2024-02-01', '2024-02-28', '2024-02-29', '2024-03-01', '2024-03-10', '2024-03-30', '2024-03-31'],
] as const;
const around2024 = [
  ...['2023-12-31', '2024-01-01', '2024-01-31', '2024-02-01', '2024-02-28', '2024-02-29', '2024-03-01'],
  ...['2024-03-10', '2024-03-30', '2024-03-31', '2024-04-01', '2024-04-07', '2024-04-30', '2024-05-01'],
  ...['2024-10-06', '2024-10-26', '2024-10-27', '2024-11-02', '2024-11-03', '2024-12-31', '2025-01-01'],
] as const;
export const everywhere = [
  ...['2011-12-29', '2011-12-30', '2011-12-31', '2018-02-17', '2018-02-18', '2018-11-03', '2018-11-04'],
  ...around2024,
  ...['2025-02-28', '2025-03-01', '2025-03-09', '2025-03-30', '2025-04-06', '2025-12-31', '2026-01-01'],
] as const;

const HOUR_US = 3_600_000_000;
/** From the beginning of a day: changes of the clock, midnight and noon, and the microseconds around them; or any time. */
export const offset = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(0, 0.5, 1, 1.5, 2, 2.5, 3, 12, 23, 23.5, 24),
      fc.constantFrom(-1_000_000, -1_000, -1, 0, 1, 1_000),
    )
    .map(([hours, us]) => hours * HOUR_US + us),
  fc.integer({ min: -26 * HOUR_US, max: 26 * HOUR_US }),
);

/** A hard moment, told in a zone: the beginning of a day, and microseconds from there. */
export type Moment = { day: string; offset: number };

/** In microseconds. */
export const instantOf = ({ day, offset }: Moment, zone: string): bigint =>
  BigInt(DateTime.fromISO(day, { zone }).toMillis()) * 1_000n + BigInt(offset);

const monthOf = (day: string) => {
  const at = DateTime.fromISO(day, { zone: 'utc' });
  return { from: at.startOf('month').toFormat('yyyy-MM-dd'), to: at.endOf('month').toFormat('yyyy-MM-dd') };
};

const users = fc.nat({ max: USERS - 1 });

/** The history of an installation, and questions about it. */
export const histories = fc.constantFrom<readonly string[]>(everywhere, around2024, spring, spring).chain((days) => {
  const moment: fc.Arbitrary<Moment> = fc.record({ day: fc.constantFrom(...days), offset });
  /** Most periods begin and end at hard days, or near them. */
  const day = fc
    .tuple(fc.constantFrom(...days), fc.constantFrom(0, 0, 0, -1, 1, 6, -29))
    .map(([from, shift]) => DateTime.fromISO(from, { zone: 'utc' }).plus({ days: shift }).toFormat('yyyy-MM-dd'));
  /** Most times are soon after the submission; some are hard moments of their own, even before it. */
  const later = fc.oneof(
    fc.constantFrom(0, 1, 999, HOUR_US / 2, HOUR_US, 24 * HOUR_US, 960 * HOUR_US).map((after) => ({ after })),
    moment,
  );
  const state = fc.oneof(
    fc.record({
      status: fc.constant<Status>('completed'),
      rating: fc.constantFrom(null, 1, 2, 3, 4, 5),
      completed: later,
    }),
    fc.record({
      status: fc.constantFrom<Status>('pending', 'assigned', 'in_progress', 'cancelled'),
      rating: fc.constant(null),
      completed: fc.constant(null),
    }),
  );
  const request = fc.record({
    created: moment,
    state,
    assignee: fc.option(users),
    /** When the row was changed, which is when it was first assigned if it was not before. */
    changed: later,
    priority: fc.constantFrom(...priorities),
    service_type: fc.constantFrom(null, 'Other', 'Emergency Service', 'Lighting "A"', ''),
  });
  const between = fc.tuple(day, day, fc.boolean()).map(([one, other, isMonths]) => {
    const [from = one, to = other] = [one, other].toSorted();
    const ends = { from: monthOf(from).from, to: monthOf(to).to };
    return { period: 'custom', ...(isMonths ? ends : { from, to }) };
  });
  const open = fc.oneof(fc.record({ from: day }), fc.record({ to: day })).map((end) => ({ period: 'custom', ...end }));
  const periodOf = (...names: string[]) => {
    const named = fc.constantFrom(...names).map((period) => ({ period }));
    return fc.oneof({ weight: 4, arbitrary: named }, { weight: 3, arbitrary: between }, open);
  };
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const report = fc.record({
    about: fc.constant('report' as const),
    days: periodOf('all', 'last_7_days', 'last_30_days', 'last_90_days'),
    technician: maybe(users),
  });
  const monitor = fc.record({
    about: fc.constant('monitor' as const),
    // A month back is the window whose length differs.
    days: periodOf('all', 'today', 'last_7_days', 'last_30_days', 'last_30_days', 'last_30_days', 'last_30_days'),
    status: maybe(fc.constantFrom<Status>('pending', 'assigned', 'in_progress', 'completed')),
    search: maybe(fc.constantFrom('a', 'ANN', '%', '_', '\\', 'o.', '@staff', 'nobody')),
    limit: maybe(fc.constantFrom(1, 2, 50)),
    page: maybe(fc.constantFrom(1, 2)),
  });
  const analytics = fc.record({ about: fc.constant('analytics' as const) });
  const ask = fc.record({
    step: fc.constant('ask' as const),
    now: moment,
    question: fc.oneof({ weight: 4, arbitrary: report }, { weight: 3, arbitrary: monitor }, analytics),
  });
  /** What an edit changes. */
  const only = fc.constantFrom('state', 'assigned_to', 'priority', 'service_type', 'rating', 'completed_at');
  const step = fc.oneof(
    { weight: 8, arbitrary: ask },
    {
      weight: 2,
      arbitrary: fc.record({ step: fc.constant('add' as const), requests: fc.array(request, { maxLength: 8 }) }),
    },
    { weight: 5, arbitrary: fc.record({ step: fc.constant('edit' as const), which: fc.nat(), to: request, only }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('delete' as const), which: fc.nat() }) },
    { weight: 3, arbitrary: fc.record({ step: fc.constant('keep' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({ step: fc.constant('fold' as const), changes: fc.integer({ min: 1, max: 9 }) }),
    },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('move' as const), zone: fc.constantFrom(...zones) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        step: fc.constant('user' as const),
        which: users,
        is_active: fc.boolean(),
        is_deleted: fc.boolean(),
        role: fc.constantFrom('technician' as const, 'auditor' as const),
      }),
    },
  );
  return fc.record({
    zone: fc.constantFrom(...zones),
    requests: fc.array(request, { minLength: 10, maxLength: 40 }),
    steps: fc.array(step, { minLength: 12, maxLength: 30 }),
  });
});

type ValueOf<T> = T extends fc.Arbitrary<infer V> ? V : never;
export type History = ValueOf<typeof histories>;
export type RequestCase = History['requests'][number];
type StepOf<S extends History['steps'][number]['step']> = Extract<History['steps'][number], { step: S }>;
export type Edit = StepOf<'edit'>;
export type Question = StepOf<'ask'>['question'];
export type UserChange = StepOf<'user'>;
