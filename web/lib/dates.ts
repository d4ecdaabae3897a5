const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** A time as a calendar date of the business's zone, for example "Nov 21, 2026". */
export const formatDate = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date(iso));

/** A time as date and clock of the business's zone, for example "Nov 21, 2026, 7:30 AM". */
export const formatDateTime = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso));

/**
 * A moment of today as its clock time, for example "9:41 AM"; one of another day with its date.
 * @param at and `now` in milliseconds since 1970
 */
export function formatTime(at: number, now: number, timeZone: string): string {
  const isToday =
    formatDate(new Date(at).toISOString(), timeZone) === formatDate(new Date(now).toISOString(), timeZone);
  return new Intl.DateTimeFormat('en-US', {
    ...(!isToday && { dateStyle: 'medium' }),
    timeStyle: 'short',
    timeZone,
  }).format(at);
}

/**
 * How long ago something was (spec §2, dashboard shell): just now, minutes, hours, days under 7, then a date. A clock
 * that runs a little behind the server's must not read "in 2 seconds", so the future is just now too.
 */
export function relativeTime(iso: string, now: number, timeZone: string): string {
  const age = now - new Date(iso).getTime();
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return counted(Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return counted(Math.floor(age / HOUR), 'hour');
  if (age < 7 * DAY) return counted(Math.floor(age / DAY), 'day');
  return formatDate(iso, timeZone);
}
