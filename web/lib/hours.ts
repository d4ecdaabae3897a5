import type { Business } from '#contract/business.ts';
import { type Weekday, weekdays } from '#contract/words/weekdays.ts';

export const dayName = (day: Weekday) => day.charAt(0).toUpperCase() + day.slice(1);

/** Formats 07:30 as 7:30 AM. */
export function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * Formats office hours, one line for consecutive days with the same hours: "Monday to Friday, 7:30 AM to 4:00 PM"
 * (spec §1). Empty when the office is never open.
 */
export function hoursLines(hours: Business['hours']): string[] {
  const runs: { from: Weekday; to: Weekday; when: string }[] = [];
  let before: Weekday | undefined;
  for (const day of weekdays) {
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

/** The lines of `hoursLines` in one. */
export const hoursText = (hours: Business['hours']): string => hoursLines(hours).join('; ') || 'By appointment';

/** Formats an address in one line: "1200 Sample Parkway, Suite 140, Orlando, FL 32801". */
export const addressText = ({ street, city, region, postal_code }: Business['address']): string =>
  `${street}, ${city}, ${region} ${postal_code}`;

const longest = (texts: readonly string[]) => texts.reduce((a, b) => (b.length > a.length ? b : a), '');

/**
 * The longest texts that the closed state of this office can have. They reserve its room from the first paint on, so that
 * nothing moves when the state is known.
 */
export function widestClosed({ hours, closures }: Business): { opens: string; closure: string | null } {
  const clock = longest(Object.values(hours).map((day) => (day ? clockText(day.opens) : '')));
  // The next opening is shown as a date when it is more than a week away, which only closed days can cause.
  const day = closures.length ? 'September 30' : 'Wednesday';
  return { opens: `${day} at ${clock}`, closure: longest(closures.map(({ name }) => name)) || null };
}
