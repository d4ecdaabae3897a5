import type { Business, Weekday } from '#contract/business.ts';

/** Monday first; said here again so that no page loads the contract's checks for seven words. */
const DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies Weekday[];
const dayName = (day: Weekday) => day.charAt(0).toUpperCase() + day.slice(1);

/** 07:30 as 7:30 AM. */
export function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * Office hours as people say them, a line for each stretch of equal days: "Monday to Friday, 7:30 AM to 4:00 PM"
 * (spec §1). Empty when the office is never open.
 */
export function hoursLines(hours: Business['hours']): string[] {
  const runs: { from: Weekday; to: Weekday; when: string }[] = [];
  let before: Weekday | undefined;
  for (const day of DAYS) {
    const open = hours[day];
    if (open) {
      const when = `${clockText(open.opens)} to ${clockText(open.closes)}`;
      const last = runs.at(-1);
      if (last && last.to === before && last.when === when) last.to = day;
      else runs.push({ from: day, to: day, when });
    }
    before = day;
  }
  return runs.map(({ from, to, when }) => `${dayName(from)}${from === to ? '' : ` to ${dayName(to)}`}, ${when}`);
}

/** The same in one line. */
export const hoursText = (hours: Business['hours']): string => hoursLines(hours).join('; ') || 'By appointment';

/** A place as one line: "1200 Sample Parkway, Suite 140, Orlando, FL 32801". */
export const addressText = ({ street, city, region, postal_code }: Business['address']): string =>
  `${street}, ${city}, ${region} ${postal_code}`;

/** A phone number as a link a phone can dial. */
export const telLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '').replace(/^(\d{10})$/, '+1$1')}`;

/** The calendar date, the day of the week and the clock of an instant, as a wall in that zone shows them. */
function wallTime(now: number, timeZone: string): { date: string; day: number; clock: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return { date, day: weekdayOf(date), clock: `${part('hour')}:${part('minute')}` };
}

/** 0 for Monday to 6 for Sunday. */
const weekdayOf = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const monthAndDay = (date: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(new Date(date));

export type OpenState =
  | { isOpen: true; closes: string }
  /** `opens` is null when nothing opens within two months; `closure` names the day off that today is. */
  | { isOpen: false; opens: string | null; closure: string | null };

/** How far ahead the next opening is looked for. */
const HORIZON_DAYS = 60;

/**
 * Whether the office is open at an instant, by the clock and calendar of the business's own zone (spec §1), and when that
 * changes: "4:00 PM", "tomorrow at 7:30 AM", "Monday at 7:30 AM", "January 4 at 7:30 AM".
 * @param now milliseconds since 1970
 */
export function openState({ hours, closures, time_zone }: Business, now: number): OpenState {
  const today = wallTime(now, time_zone);
  const closureOn = (date: string) => closures.find((closure) => closure.date === date)?.name ?? null;
  const hoursOn = (date: string) => (closureOn(date) === null ? hours[DAYS[weekdayOf(date)] ?? 'monday'] : null);
  const open = hoursOn(today.date);
  if (open && today.clock >= open.opens && today.clock < open.closes) {
    return { isOpen: true, closes: clockText(open.closes) };
  }
  const closure = closureOn(today.date);
  for (let ahead = 0; ahead <= HORIZON_DAYS; ahead += 1) {
    const date = daysAfter(today.date, ahead);
    const next = hoursOn(date);
    if (!next || (ahead === 0 && today.clock >= next.opens)) continue;
    const names = ['today', 'tomorrow'];
    const day = names[ahead] ?? (ahead < 7 ? dayName(DAYS[weekdayOf(date)] ?? 'monday') : monthAndDay(date));
    return { isOpen: false, opens: `${day} at ${clockText(next.opens)}`, closure };
  }
  return { isOpen: false, opens: null, closure };
}
