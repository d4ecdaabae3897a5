import { DateTime } from 'luxon';

const dayOf = (at: DateTime): string => at.toFormat('yyyy-MM-dd');

/** All days of a month in their order, as YYYY-MM-DD. @param month its first day */
export function daysOfMonth(month: string): [first: string, ...string[]] {
  const first = DateTime.fromISO(month, { zone: 'utc' });
  const length = first.endOf('month').day;
  return [month, ...Array.from({ length: length - 1 }, (_, index) => dayOf(first.plus({ days: index + 1 })))];
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
    last: dayOf(thisMonth.minus({ months: 1 })),
    /** When that month is due; it may be over. */
    due,
    /** When the next month is due. */
    next: now < due ? due : dueIn(thisMonth.plus({ months: 1 })),
  };
}
