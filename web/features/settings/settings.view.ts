import { type Business, isTimeZone } from '#contract/business.ts';
import type { BusinessSettings } from '#contract/settings.ts';
import { hasWords } from '#contract/words/search.ts';
import { type Weekday, weekdays } from '#contract/words/weekdays.ts';
import type { ShownField } from '#web/lib/forms/conflict-rows.ts';
import { clockText } from '#web/lib/hours.ts';

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

/** The hours that a day starts with when Monday is closed. */
const usualHours = { opens: '08:00', closes: '17:00' };

/** The hours that a day starts with when it is switched on: Monday's, if it has any (spec §1). */
export const hoursToStartWith = (monday: DayHours): NonNullable<DayHours> => ({ ...(monday ?? usualHours) });

/** Sorts closed days by date. Those without a date come last. */
const byDate = (closures: readonly Closure[]) =>
  closures.toSorted((a, b) => (a.date || '9').localeCompare(b.date || '9'));

/** The form's values: the details without version and time, closed days sorted. */
export function valuesOf({ version: _version, updated_at: _time, ...details }: BusinessSettings): Business {
  return { ...details, closures: byDate(details.closures) };
}

const dayText = (hours: DayHours) => (hours ? `${clockText(hours.opens)} to ${clockText(hours.closes)}` : 'Closed');

/** What a conflict compares, by the names of the form's fields. A day's hours, the closed days and the links are one value each. */
export const shownFields: readonly ShownField<Business>[] = [
  { label: 'Name', path: 'name' },
  { label: 'Tagline', path: 'tagline' },
  { label: 'License', path: 'license' },
  { label: 'Phone', path: 'phone' },
  { label: 'Emergency phone', path: 'emergency_phone' },
  { label: 'Email', path: 'email' },
  { label: 'Street', path: 'address.street' },
  { label: 'City', path: 'address.city' },
  { label: 'State', path: 'address.region' },
  { label: 'ZIP code', path: 'address.postal_code' },
  { label: 'Country', path: 'address.country' },
  { label: 'Service area', path: 'service_area' },
  { label: 'Time zone', path: 'time_zone' },
  ...weekdays.map((day) => ({ label: dayLabels[day], path: `hours.${day}` as const, text: dayText })),
  {
    label: 'Closed days',
    path: 'closures',
    text: (closures: readonly Closure[]) =>
      closures.map(({ date, name }) => `${longDate(date) ?? date}: ${name}`).join('; '),
  },
  {
    label: 'Links',
    path: 'socials',
    text: (links: Business['socials']) => links.map(({ name, url }) => `${name}: ${url}`).join('; '),
  },
];

/** The calendar date (YYYY-MM-DD) of an instant (milliseconds since 1970) in a time zone. */
export const dateIn = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** Whether a closed day is over and can be removed. */
export const isPast = (date: string, today: string): boolean => date !== '' && date < today;

/** Formats a date in full: "Friday, December 25, 2026". Null if the text is not a date. */
export function longDate(date: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) return null;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(at);
}

/** The complete closed days from today on, soonest first. */
export const comingClosures = (closures: readonly Closure[], today: string): Closure[] =>
  byDate(closures.filter(({ date, name }) => longDate(date) !== null && date >= today && name.trim()));

/** Returns the zone if it exists, else the fallback. */
export const zoneOr = (fallback: string, zone: string): string => (isTimeZone(zone) ? zone : fallback);

const isWhole = (hours: DayHours) => Boolean(hours?.opens && hours.closes && hours.opens < hours.closes);

/** Makes incomplete values fit for the preview: a day without valid hours counts as closed, an unknown zone as UTC. */
export function previewOf(values: Business): Business {
  const hours = { ...values.hours };
  for (const day of Object.keys(dayLabels) as Weekday[]) if (!isWhole(hours[day])) hours[day] = null;
  return { ...values, hours, time_zone: zoneOr('UTC', values.time_zone) };
}

/** The time zones to choose from, with the present one even if this browser does not list it. */
export function zoneChoices(present: string): string[] {
  const zones = Intl.supportedValuesOf('timeZone');
  return zones.includes(present) || !isTimeZone(present) ? zones : [present, ...zones];
}

/** Whether a search matches a time zone: "new york" finds America/New_York. */
export const matchesZone = (zone: string, search: string): boolean =>
  hasWords(zone.replaceAll('_', ' '), search.replaceAll('_', ' '));
