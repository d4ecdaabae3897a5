import type { TimelineStep } from '#contract/words/reports.ts';
import { type Status, statuses } from '#contract/words/requests.ts';
import { countsOf } from '#server/lib/counts.ts';
import { type Days, lengthOf, startOfStep, stepsBetween } from '#server/lib/days.ts';

export type StatusCounts = Record<Status, number>;
/** The requests of a day (YYYY-MM-DD), or of the month that begins with the day. */
export type DayCounts = { day: string } & StatusCounts;

/** The most days of a timeline with a step for each day, and of one with a step for each week. */
const DAYS_MAX = 92;
const WEEKS_MAX_DAYS = 731;
/** A timeline over more months than these has steps of a month. */
export const MONTHS_WITH_DAYS = 25;

function stepFor(first: string, last: string, hasDays: boolean): TimelineStep {
  const length = lengthOf(first, last);
  if (!hasDays || length > WEEKS_MAX_DAYS) return 'month';
  return length > DAYS_MAX ? 'week' : 'day';
}

/** The first and the last day of a timeline: of a short period all days until today, else those from the first request to the last. */
function shownDays([first, last]: [first: string, last: string], { from, to }: Days, today: string): [string, string] {
  if (from === null || to === null || lengthOf(from, to) > DAYS_MAX) return [first, last];
  const end = to < today ? to : today;
  return [from, end > last ? end : last];
}

/**
 * The steps of a timeline; none without a request.
 * @param months the months with requests, oldest first
 * @param days the days with requests, oldest first; null when they are in more than `MONTHS_WITH_DAYS` months
 * @param today in the business's time zone, as YYYY-MM-DD
 */
export function timelineOf(
  months: readonly DayCounts[],
  days: readonly DayCounts[] | null,
  period: Days,
  today: string,
): { step: TimelineStep; steps: DayCounts[] } {
  const rows = days ?? months;
  const ends = [rows[0]?.day, rows.at(-1)?.day] as const;
  if (ends[0] === undefined || ends[1] === undefined) return { step: 'day', steps: [] };
  const [first, last] = shownDays([ends[0], ends[1]], period, today);
  const step = stepFor(first, last, days !== null);
  const steps = new Map(
    stepsBetween(first, last, step).map((day): [string, DayCounts] => [day, { day, ...countsOf(statuses, []) }]),
  );
  for (const row of rows) {
    const into = steps.get(startOfStep(row.day, step));
    if (into) for (const status of statuses) into[status] += row[status];
  }
  return { step, steps: [...steps.values()] };
}
