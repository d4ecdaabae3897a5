import { DateTime } from 'luxon';
import { daysInName } from '#contract/words/file-names.ts';
import { todayIn } from './days.ts';

export type Window = { from: Date | null; before: Date | null };

/** The filters' time windows (spec §2 Admin Dashboard, §9), as data a query sends. */
export type WindowChoice = {
  period: 'all' | 'today' | 'last_7_days' | 'last_30_days' | 'custom';
  from?: string | undefined;
  to?: string | undefined;
};

/**
 * Turns a choice into instants: from inclusive, before exclusive; null is open. Days are the business's days in `zone`.
 * "Last 30 days" reaches one month back (spec §9); the To date counts to the end of that day.
 */
export function windowOf(choice: WindowChoice, now: Date, zone: string): Window {
  // Applied after adding days: where the clocks change at midnight, a day may begin at 1:00 and the next one at 0:00.
  const startOf = (day: DateTime) => day.startOf('day').toJSDate();
  const today = () => DateTime.fromJSDate(now, { zone }).startOf('day');
  const day = (date: string) => DateTime.fromISO(date, { zone });
  switch (choice.period) {
    case 'all':
      return { from: null, before: null };
    case 'today':
      return { from: startOf(today()), before: null };
    case 'last_7_days':
      return { from: startOf(today().minus({ days: 7 })), before: null };
    case 'last_30_days':
      return { from: startOf(today().minus({ months: 1 })), before: null };
    case 'custom':
      return {
        from: choice.from ? startOf(day(choice.from)) : null,
        before: choice.to ? startOf(day(choice.to).plus({ days: 1 })) : null,
      };
  }
}

/** The first moment of the day of `now` in a time zone. */
export const startOfDay = (now: Date, zone: string): Date =>
  DateTime.fromJSDate(now, { zone }).startOf('day').toJSDate();

/** The days of a window in the name of a file, in the business's time zone. */
export const windowInName = ({ from, before }: Window, now: Date, zone: string): string =>
  daysInName(
    { from: from && todayIn(from, zone), to: before && todayIn(new Date(before.getTime() - 1), zone) },
    todayIn(now, zone),
  );

/** A time as people at the desk write it, in the business's zone: "Nov 21, 2026, 9:14 AM". */
export const deskTime = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).toFormat('LLL d, yyyy, h:mm a');

/** A time to the second as a cell of a spreadsheet has it, in the business's zone: "2026-11-21 09:14:05". */
export const sheetTime = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd HH:mm:ss');

const UTC = '+00:00';

/**
 * A time as answers have it, in UTC with three decimals: "2026-11-21T14:14:05.120Z".
 * @param time a date, or text with an offset from JSON that PostgreSQL wrote. Such text in UTC is only cut to its length, because
 * a date for each of the 150 times of a list costs a tenth of the call.
 */
export function isoTime(time: Date | string): string {
  if (typeof time !== 'string' || !time.endsWith(UTC)) return new Date(time).toISOString();
  const [seconds = '', decimals = ''] = time.slice(0, -UTC.length).split('.');
  return `${seconds}.${decimals.slice(0, 3).padEnd(3, '0')}Z`;
}
