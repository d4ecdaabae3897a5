import { DateTime } from 'luxon';

/** Calendar days as YYYY-MM-DD in the business's time zone, both included; null is open. */
export type Days = { from: string | null; to: string | null };
export type PeriodChoice = {
  period: 'all' | 'today' | 'last_7_days' | 'last_30_days' | 'last_90_days' | 'custom';
  from?: string | undefined;
  to?: string | undefined;
};

/** PostgreSQL has no year 0, and no request is so old. */
const FIRST_DAY = '0001-01-01';
const LAST_YEAR = 9_999;
const DAY_MS = 86_400_000;

const parse = (day: string) => DateTime.fromISO(day, { zone: 'utc' });
const toDay = (at: DateTime) => at.toISODate() ?? FIRST_DAY;
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const notBeforeFirst = (day: string) => (day < FIRST_DAY ? FIRST_DAY : day);

/** The number of days from one day to another, both included. */
export const lengthOf = (from: string, to: string) => numberOf(to) - numberOf(from) + 1;

/** The day of a moment in UTC, as YYYY-MM-DD. */
export const utcDay = (at: Date): string => toDay(DateTime.fromJSDate(at, { zone: 'utc' }));

/** The current day in a time zone, as YYYY-MM-DD. */
export const todayIn = (now: Date, zone: string): string => toDay(DateTime.fromJSDate(now, { zone }));

/**
 * The days of a period. A custom period applies only when both days are given (spec §5). The current day belongs to every
 * other period that has a beginning.
 * @param options.isMonthBack whether "last 30 days" reaches one month back, as on the dashboard and the monitor (spec §9)
 */
export function daysOf(choice: PeriodChoice, now: Date, zone: string, options = { isMonthBack: false }): Days {
  const today = todayIn(now, zone);
  const since = (before: { days: number } | { months: number }) => ({
    from: toDay(parse(today).minus(before)),
    to: today,
  });
  switch (choice.period) {
    case 'all':
      return { from: null, to: null };
    case 'today':
      return since({ days: 0 });
    case 'last_7_days':
      return since({ days: 7 });
    case 'last_30_days':
      return since(options.isMonthBack ? { months: 1 } : { days: 30 });
    case 'last_90_days':
      return since({ days: 90 });
    case 'custom':
      if (!(choice.from && choice.to)) return { from: null, to: null };
      return { from: notBeforeFirst(choice.from), to: notBeforeFirst(choice.to) };
  }
}

/**
 * The length of a period. Whole months are counted as months, so that October follows September, and a year follows a year: for
 * people they are as long as each other.
 */
function spanOf(from: string, to: string): { days: number } | { months: number } {
  const [first, end] = [parse(from), parse(to).plus({ days: 1 })];
  return first.day === 1 && end.day === 1 ? { months: end.diff(first, 'months').months } : { days: lengthOf(from, to) };
}

/**
 * The period of the same length immediately before; null when the period is open, or when that would be before the year 1.
 * @param options.inMonths whether whole months follow whole months. A window that ends today keeps its number of days.
 */
export function daysBefore({ from, to }: Days, options: { inMonths: boolean }): Days | null {
  if (from === null || to === null) return null;
  const start = parse(from).minus(options.inMonths ? spanOf(from, to) : { days: lengthOf(from, to) });
  return start.year < 1 ? null : { from: toDay(start), to: toDay(parse(from).minus({ days: 1 })) };
}

type Step = 'day' | 'week' | 'month';

/** The first day of the step of a timeline that a day belongs to. Weeks begin on Monday. */
export const startOfStep = (day: string, step: Step): string => toDay(parse(day).startOf(step));

/** The first days of all steps from the one of a day to the one of another day. */
export function stepsBetween(first: string, last: string, step: Step): string[] {
  const days: string[] = [];
  for (let at = parse(first).startOf(step); toDay(at) <= last; at = at.plus({ [step]: 1 })) days.push(toDay(at));
  return days;
}

/** Days from `from` to the one before `before`, as PostgreSQL writes dates. */
export type Range = { step: 'day' | 'month'; from: string; before: string };

const dateOf = (at: DateTime) => (at.year > LAST_YEAR ? 'infinity' : toDay(at));

/** A period as days for PostgreSQL. */
export const rangeOf = ({ from, to }: Days): Range => ({
  step: 'day',
  from: from ?? '-infinity',
  before: to === null ? 'infinity' : dateOf(parse(to).plus({ days: 1 })),
});

/** A period as whole months, and the days before the first and after the last of them. */
export function rangesOf(days: Days): Range[] {
  const { from, before } = rangeOf(days);
  const isFirst = days.from === null || days.from.endsWith('-01');
  const firstMonth = isFirst ? from : dateOf(parse(from).startOf('month').plus({ months: 1 }));
  const behindMonths = before === 'infinity' ? before : dateOf(parse(before).startOf('month'));
  // PostgreSQL's infinities are in the order of the alphabet as well.
  if (firstMonth >= behindMonths) return [{ step: 'day', from, before }];
  const ranges: Range[] = [
    { step: 'day', from, before: firstMonth },
    { step: 'month', from: firstMonth, before: behindMonths },
    { step: 'day', from: behindMonths, before },
  ];
  return ranges.filter((range) => range.from < range.before);
}

/** All days of a month in their order, as YYYY-MM-DD. @param month its first day */
export function daysOfMonth(month: string): [first: string, ...string[]] {
  const first = parse(month);
  const others = Array.from({ length: first.endOf('month').day - 1 }, (_, index) => first.plus({ days: index + 1 }));
  return [month, ...others.map(toDay)];
}

/**
 * What is due at a moment, when something is due for each month on the first day of the next one.
 * @param hour the hour of that day in `zone`
 */
export function monthsAt(now: Date, zone: string, hour: number) {
  const thisMonth = DateTime.fromJSDate(now, { zone }).startOf('month');
  // Set after the months are added: a clock that changes on the first day must not move the hour.
  const dueIn = (month: DateTime) => month.set({ hour }).toJSDate();
  const due = dueIn(thisMonth);
  return {
    /** The first day of the last month that has ended, as YYYY-MM-DD. */
    last: toDay(thisMonth.minus({ months: 1 })),
    /** When that month is due; it may be over. */
    due,
    /** When the next month is due. */
    next: now < due ? due : dueIn(thisMonth.plus({ months: 1 })),
  };
}
