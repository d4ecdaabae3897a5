import { DateTime } from 'luxon';

/** The moment of a time of day on the day of `of`. A time that the clocks skip is an hour later, one that comes twice the first. */
function onDay(of: DateTime, time: string): DateTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return of.startOf('day').set({ hour, minute });
}

/**
 * The last and the next moment at which a daily back-up is due.
 * @param time of day, like `02:30`, in `zone`
 */
export function dueAround(now: Date, time: string, zone: string): { last: Date; next: Date } {
  const today = onDay(DateTime.fromJSDate(now, { zone }), time);
  const isOver = today.toMillis() <= now.getTime();
  const other = onDay(today.plus({ days: isOver ? 1 : -1 }), time);
  const [last, next] = isOver ? [today, other] : [other, today];
  return { last: last.toJSDate(), next: next.toJSDate() };
}

/** In milliseconds: after a failure the next try waits so long. */
const TRY_AGAIN_MS = 3_600_000;

/** What is known of the back-ups that have ended. */
export type LastRuns = { made: Date | null; failed: Date | null };

/**
 * Whether a back-up is due: the last time for one is over, it was switched on by then, and none was begun since that was made. One
 * that was missed is made once. After a failure an hour passes.
 * @param runs when the last one that was made had begun, and when the last failure was
 */
export function isDue(
  now: Date,
  { time, zone, since }: { time: string; zone: string; since: Date },
  { made, failed }: LastRuns,
): boolean {
  const { last } = dueAround(now, time, zone);
  if (last < since || (made !== null && made >= last)) return false;
  return failed === null || failed < last || now.getTime() - failed.getTime() >= TRY_AGAIN_MS;
}

export type Keep = { daily: number; weekly: number; monthly: number };

/**
 * The back-ups that are too many: all but the newest of each of the last days, weeks and months that have one. The newest of all is
 * never among them.
 */
export function tooMany<B extends { at: Date }>(backups: readonly B[], keep: Keep, zone: string): B[] {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  const steps = [
    { format: 'yyyy-MM-dd', most: keep.daily },
    { format: "kkkk-'W'WW", most: keep.weekly },
    { format: 'yyyy-MM', most: keep.monthly },
  ];
  for (const { format, most } of steps) {
    const seen = new Set<string>();
    for (const backup of newestFirst) {
      const name = DateTime.fromJSDate(backup.at, { zone }).toFormat(format);
      if (seen.has(name)) continue;
      if (seen.size === most) break;
      seen.add(name);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}
