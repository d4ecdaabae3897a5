import { DateTime } from 'luxon';
import { daysInName } from '#contract/words/file-names.ts';
import { daysOf, type PeriodChoice, todayIn } from './days.ts';

export type Window = { from: Date | null; before: Date | null };

/** The first moment of the day of a local time. Where the clocks change at midnight, a day begins at 1:00, or has two midnights. */
const firstOf = (at: DateTime) => new Date(Math.min(...at.startOf('day').getPossibleOffsets().map(Number)));

const startOf = (day: string, zone: string) => firstOf(DateTime.fromISO(day, { zone }));
const endOf = (day: string, zone: string) => firstOf(DateTime.fromISO(day, { zone }).plus({ days: 1 }));

/** The first moment of the day of `now` in a time zone. */
export const startOfDay = (now: Date, zone: string): Date => startOf(todayIn(now, zone), zone);

/**
 * Turns a choice of a list's filters into instants: from inclusive, before exclusive; null is open. Days are the business's days in `zone`.
 * "Last 30 days" reaches one month back (spec §9). Only a custom window ends, after its To date, and it may be open on either side.
 */
export function windowOf(choice: PeriodChoice, now: Date, zone: string): Window {
  const isCustom = choice.period === 'custom';
  const { from, to } = isCustom ? choice : daysOf(choice, now, zone, { isMonthBack: true });
  return { from: from ? startOf(from, zone) : null, before: isCustom && to ? endOf(to, zone) : null };
}

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
