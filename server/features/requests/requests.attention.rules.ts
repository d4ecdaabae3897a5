import { DateTime } from 'luxon';
import type { Business } from '#contract/business.ts';
import type { Attention } from '#contract/words/requests.ts';
import { weekdays } from '#contract/words/weekdays.ts';

/** In office hours: how long a request may wait for an assignment. */
const PENDING_HOURS = 4;
/** In days: how long work may be in progress. */
const IN_PROGRESS_DAYS = 2;
/** In days: how long a low rating is news. */
const RATED_DAYS = 7;
/** Of 5 stars. */
export const LOW_RATING_MAX = 2;
/** A longer closure than this counts as no office hours at all. */
const SEARCHED_DAYS = 400;

/** A kind of exception, with the instant that decides about it. */
export type AttentionFilter =
  | { kind: 'unassigned_emergency' }
  | { kind: 'long_pending' | 'long_in_progress'; before: Date }
  | { kind: 'low_rating'; since: Date };

/**
 * The latest instant from which `hours` office hours have passed until now; null when the office is not open that long within
 * a year. Days are the business's days; a day on which the clocks change has the office hours that really pass.
 */
export function beforeOfficeHours(now: Date, hours: number, business: Business): Date | null {
  const zone = business.time_zone;
  const closed = new Set(business.closures.map(({ date }) => date));
  let left = hours * 3_600_000;
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  for (let back = 0; back < SEARCHED_DAYS; back += 1) {
    const day = today.minus({ days: back });
    const open = business.hours[weekdays[day.weekday - 1] ?? 'monday'];
    if (!open || closed.has(day.toISODate() ?? '')) continue;
    const at = (clock: string) => {
      const [hour = 0, minute = 0] = clock.split(':').map(Number);
      return day.set({ hour, minute }).toMillis();
    };
    const from = at(open.opens);
    const passed = Math.max(0, Math.min(at(open.closes), now.getTime()) - from);
    if (passed >= left) return new Date(from + passed - left);
    left -= passed;
  }
  return null;
}

/** The conditions of the exceptions that the office looks at first. */
export function attentionFilter(kind: Attention, now: Date, business: Business): AttentionFilter {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  switch (kind) {
    case 'unassigned_emergency':
      return { kind };
    case 'long_pending':
      // An office that is never open makes nobody wait.
      return { kind, before: beforeOfficeHours(now, PENDING_HOURS, business) ?? new Date(0) };
    case 'long_in_progress':
      return { kind, before: daysAgo(IN_PROGRESS_DAYS) };
    case 'low_rating':
      return { kind, since: daysAgo(RATED_DAYS) };
  }
}
