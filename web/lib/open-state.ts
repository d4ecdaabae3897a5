import type { Business } from '#contract/business.ts';
import { weekdays } from '#contract/words/weekdays.ts';
import { clockText, dayName } from './hours.ts';

let clock: { timeZone: string; format: Intl.DateTimeFormat } | undefined;

/** One for the page: making a format takes a phone longer than rendering the whole sentence. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  if (clock?.timeZone === timeZone) return clock.format;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clock = { timeZone, format };
  return format;
}

/** The local date, weekday (0 for Monday) and clock time of an instant in a time zone. */
function wallTime(now: number, timeZone: string): { date: string; day: number; clock: string } {
  const parts = clockOf(timeZone).formatToParts(now);
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
  /** `opens` is null when the office does not open within two months; `closure` is the name of today's closed day. */
  | { isOpen: false; opens: string | null; closure: string | null };

/** How many days ahead the next opening is searched. */
const HORIZON_DAYS = 60;

/**
 * Whether the office is open at an instant, in the business's time zone (spec §1), and when that changes: "4:00 PM",
 * "tomorrow at 7:30 AM", "Monday at 7:30 AM", "January 4 at 7:30 AM".
 * @param now in milliseconds since 1970
 */
export function openState({ hours, closures, time_zone }: Business, now: number): OpenState {
  const today = wallTime(now, time_zone);
  const closureOn = (date: string) => closures.find((closure) => closure.date === date)?.name ?? null;
  const hoursOn = (date: string) => (closureOn(date) === null ? hours[weekdays[weekdayOf(date)] ?? 'monday'] : null);
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
    const day = names[ahead] ?? (ahead < 7 ? dayName(weekdays[weekdayOf(date)] ?? 'monday') : monthAndDay(date));
    return { isOpen: false, opens: `${day} at ${clockText(next.opens)}`, closure };
  }
  return { isOpen: false, opens: null, closure };
}
