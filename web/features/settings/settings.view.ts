import type { Business } from '#contract/business.ts';
import type { BusinessSettings } from '#contract/settings.ts';
import type { Weekday } from '#contract/words/weekdays.ts';

export type DayHours = Business['hours'][Weekday];
type Closure = Business['closures'][number];

export const dayLabels: Record<Weekday, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

/** What a day that is switched on starts with, when there is no other day to take it from. */
const usualHours = { opens: '08:00', closes: '17:00' };

/** Hours for a day that is switched on: those of Monday, where it has some (spec §1). */
export const hoursToStartWith = (monday: DayHours): NonNullable<DayHours> => ({ ...(monday ?? usualHours) });

/** Closed days in the order of the calendar; those without a date last. */
const byDate = (closures: readonly Closure[]) =>
  closures.toSorted((a, b) => (a.date || '9').localeCompare(b.date || '9'));

/** The details as the form holds them: without version and time, closed days in order. */
export function valuesOf({ version: _version, updated_at: _time, ...details }: BusinessSettings): Business {
  return { ...details, closures: byDate(details.closures) };
}

/** The calendar date (YYYY-MM-DD) of an instant in a zone. */
export const dateIn = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** Whether a closed day is over, so that nobody needs it any more. */
export const isPast = (date: string, today: string): boolean => date !== '' && date < today;

/** A date as people say it: "Friday, December 25, 2026"; null while it is none. */
export function longDate(date: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) return null;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(at);
}

/** Closed days from today on, soonest first, without those half typed. */
export const comingClosures = (closures: readonly Closure[], today: string): Closure[] =>
  byDate(closures.filter(({ date, name }) => longDate(date) !== null && date >= today && name.trim()));

const isZone = (zone: string): boolean => {
  try {
    return Boolean(zone && Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
};
/** A zone, or another one while what is typed is none. */
export const zoneOr = (other: string, zone: string): string => (isZone(zone) ? zone : other);

const isWhole = (hours: DayHours) => Boolean(hours?.opens && hours.closes && hours.opens < hours.closes);

/** Details half typed as the preview can show them: a day without sense counts as closed, a zone that is none as UTC. */
export function previewOf(values: Business): Business {
  const hours = { ...values.hours };
  for (const day of Object.keys(dayLabels) as Weekday[]) if (!isWhole(hours[day])) hours[day] = null;
  return { ...values, hours, time_zone: zoneOr('UTC', values.time_zone) };
}

/** The zones to choose from, with the present one even where this browser does not list it. */
export function zoneChoices(present: string): string[] {
  const zones = Intl.supportedValuesOf('timeZone');
  return zones.includes(present) || !isZone(present) ? zones : [present, ...zones];
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s_/]+/g, ' ')
    .trim();

/** Whether a zone is meant by what was typed: "new york" finds America/New_York. */
export const matchesZone = (zone: string, search: string): boolean => plain(zone).includes(plain(search));
