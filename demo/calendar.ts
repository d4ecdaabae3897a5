import { DateTime } from 'luxon';
import type { Business } from '#contract/business.ts';
import { weekdays } from '#contract/words/weekdays.ts';
import type { Random } from './random.ts';
import type { Job } from './work/job.ts';

/** The relative number of requests per month, January first: more in summer storms and in dark winter evenings. */
const monthly = [1.0, 0.95, 0.95, 0.9, 1.0, 1.2, 1.3, 1.35, 1.25, 1.05, 1.1, 0.95];
/** The relative number of requests per hour: most in the morning, a few in the evening. */
const hourly = [0.1, 0.05, 0.05, 0.05, 0.1, 0.5, 2, 6, 10, 11, 10, 8, 6, 8, 8, 7, 6, 4, 3, 2.5, 2, 1.5, 0.8, 0.3].map(
  (weight, hour) => [hour, weight] as const,
);
const RECENT_DAYS = 18;

/**
 * The times of requests over the year that ends now, oldest first: mostly on weekdays and in working hours, recently a few a
 * day, the newest within the last hours.
 */
export function arrivals(random: Random, count: number, now: Date, zone: string): Date[] {
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  const days = Array.from({ length: 365 }, (_, ago) => {
    const day = today.minus({ days: 364 - ago });
    const week = day.weekday < 6 ? 1 : day.weekday === 6 ? 0.22 : 0.1;
    const growth = 0.8 + ago / 900 + (ago > 364 - RECENT_DAYS ? 0.35 : 0);
    return [day, week * growth * (monthly[day.month - 1] ?? 1)] as const;
  });
  const earliest = now.getTime() - 364 * 86_400_000;
  const times = [0.4, 1.6, 4.2].map((hoursAgo) => now.getTime() - (hoursAgo + random.between(0, 0.5)) * 3_600_000);
  while (times.length < count) {
    const day = random.weighted(days);
    const hour = random.weighted(hourly);
    const at = day.set({ hour, minute: random.int(0, 59), second: random.int(0, 59) }).toMillis();
    if (at <= now.getTime() && at > earliest) times.push(at);
  }
  return times.sort((one, other) => one - other).map((at) => new Date(at));
}

/** The relative likelihood of a job at that time of the year. */
export function seasonal(job: Job, at: Date, zone: string): number {
  const { month } = DateTime.fromJSDate(at, { zone });
  if (job.season === 'storm') return month >= 6 && month <= 10 ? 2.4 : 0.3;
  if (job.season === 'winter') return month >= 10 || month <= 1 ? 2.2 : 0.5;
  return 1;
}

const clockOf = (clock: string) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return { hour, minute, second: 0, millisecond: 0 };
};

/** The time after the given number of office hours, counted on office days only. */
export function afterOfficeHours(from: Date, hours: number, business: Business): Date {
  let at = DateTime.fromJSDate(from, { zone: business.time_zone });
  let left = hours * 3_600_000;
  for (;;) {
    const office = business.hours[weekdays[at.weekday - 1] ?? 'monday'];
    const close = office && at.set(clockOf(office.closes));
    if (office && close && at < close) {
      const start = DateTime.max(at, at.set(clockOf(office.opens)));
      const room = close.toMillis() - start.toMillis();
      if (left <= room) return start.plus({ milliseconds: left }).toJSDate();
      left -= room;
    }
    at = at.plus({ days: 1 }).startOf('day');
  }
}
