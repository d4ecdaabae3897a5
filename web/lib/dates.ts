const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Unit = 'minute' | 'hour' | 'day';
type Counted = (count: number, unit: Unit) => string;

const inWords: Counted = (count, unit) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
const inLetters: Counted = (count, unit) => `${count}${unit.charAt(0)} ago`;

const STYLES = {
  year: { year: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  date: { dateStyle: 'medium' },
  clock: { timeStyle: 'short' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  moment: { dateStyle: 'medium', timeStyle: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter takes longer to make than all dates of a list take to format. Each is made once. */
function format(at: Date | number, style: keyof typeof STYLES, timeZone: string): string {
  const key = `${style} ${timeZone}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone });
  formats.set(key, made);
  return made.format(at);
}

/** Formats a time as a calendar date in `timeZone`, for example "Nov 21, 2026". */
export const formatDate = (iso: string, timeZone: string): string => format(new Date(iso), 'date', timeZone);

/** Formats a time as a calendar date in `timeZone` for the name of a file, for example "2026-11-21". */
export const fileDate = (at: Date, timeZone: string): string =>
  // Swedish dates are written in this order.
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);

/** Formats a time as date and clock time in `timeZone`, for example "Nov 21, 2026, 7:30 AM". */
export const formatDateTime = (iso: string, timeZone: string): string => format(new Date(iso), 'dateTime', timeZone);

/** Formats a time to the second with its zone, as evidence needs it, for example "Nov 21, 2026, 7:30:05 AM EST". */
export const formatMoment = (iso: string, timeZone: string): string => format(new Date(iso), 'moment', timeZone);

/**
 * Formats a time of today as its clock time, for example "9:41 AM"; a time of another day with its date.
 * @param at in milliseconds since 1970, as `now` is
 */
export function formatTime(at: number, now: number, timeZone: string): string {
  const isToday = format(at, 'date', timeZone) === format(now, 'date', timeZone);
  return format(at, isToday ? 'clock' : 'dateTime', timeZone);
}

/** How long ago a time was, under 7 days. */
function age(iso: string, now: number, counted: Counted): string | null {
  const passed = now - new Date(iso).getTime();
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return counted(Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return counted(Math.floor(passed / HOUR), 'hour');
  if (passed < 7 * DAY) return counted(Math.floor(passed / DAY), 'day');
  return null;
}

/**
 * Formats how long ago a time was (spec §2, dashboard shell): just now, minutes, hours, days under 7, then a date. A time
 * in the future is "just now" too, because the device's clock may be behind the server's.
 */
export const relativeTime = (iso: string, now: number, timeZone: string): string =>
  age(iso, now, inWords) ?? formatDate(iso, timeZone);

/** Formats the same where room is scarce, for example "51m ago", and "Nov 14" in the present year. */
export function shortRelativeTime(iso: string, now: number, timeZone: string): string {
  const at = new Date(iso);
  const isThisYear = format(at, 'year', timeZone) === format(now, 'year', timeZone);
  return age(iso, now, inLetters) ?? format(at, isThisYear ? 'day' : 'date', timeZone);
}
