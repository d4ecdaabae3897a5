import { DateTime } from 'luxon';
import type { Business } from '#contract/business.ts';
import { weekdays } from '#contract/words/weekdays.ts';

/** A longer closure than this counts as no office hours at all. */
const SEARCHED_DAYS = 400;

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
