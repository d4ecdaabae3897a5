import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { dueAround, isDue, tooMany } from './times.ts';

const zone = 'America/New_York';
const at = (iso: string) => new Date(iso);
const iso = ({ last, next }: { last: Date; next: Date }) => [last.toISOString(), next.toISOString()];

describe('the times of a daily back-up', () => {
  it('are of the business’s day, with the time itself as the last', () => {
    expect(iso(dueAround(at('2026-01-10T07:29:59Z'), '02:30', zone))).toEqual([
      '2026-01-09T07:30:00.000Z',
      '2026-01-10T07:30:00.000Z',
    ]);
    expect(iso(dueAround(at('2026-01-10T07:30:00Z'), '02:30', zone))).toEqual([
      '2026-01-10T07:30:00.000Z',
      '2026-01-11T07:30:00.000Z',
    ]);
  });

  it('are once on the day that skips the hour, and once on the day that has it twice', () => {
    // 2026-03-08: 2:00 becomes 3:00, so that 2:30 is 3:30 in summer time.
    expect(iso(dueAround(at('2026-03-08T12:00:00Z'), '02:30', zone))).toEqual([
      '2026-03-08T07:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ]);
    // 2026-11-01: 2:00 becomes 1:00, so that 1:30 comes twice.
    expect(iso(dueAround(at('2026-11-01T06:00:00Z'), '01:30', zone))).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ]);
    expect(iso(dueAround(at('2026-11-01T06:45:00Z'), '01:30', zone))[0]).toBe('2026-11-01T05:30:00.000Z');
  });
});

describe('a back-up is due', () => {
  const plan = { time: '02:30', zone, since: at('2026-01-01T17:00:00Z') };
  const none = { made: null, failed: null };
  const due = (
    now: string,
    runs: Partial<typeof none> | Partial<Record<keyof typeof none, Date>> = {},
    since = plan.since,
  ) => isDue(at(now), { ...plan, since }, { ...none, ...runs });

  it('not on the day on which it was switched on at noon, and in the night after', () => {
    expect(due('2026-01-01T17:05:00Z')).toBe(false);
    expect(due('2026-01-02T07:29:00Z')).toBe(false);
    expect(due('2026-01-02T07:30:00Z')).toBe(true);
  });

  it('once a day: not again when it was made, by hand or by itself', () => {
    expect(due('2026-01-05T07:35:00Z', { made: at('2026-01-04T07:30:00Z') })).toBe(true);
    expect(due('2026-01-05T07:35:00Z', { made: at('2026-01-05T07:31:00Z') })).toBe(false);
    expect(due('2026-01-06T07:29:00Z', { made: at('2026-01-05T07:31:00Z') })).toBe(false);
  });

  it('once, however many days were missed', () => {
    expect(due('2026-01-20T15:00:00Z', { made: at('2026-01-04T07:30:00Z') })).toBe(true);
    expect(due('2026-01-20T15:05:00Z', { made: at('2026-01-20T15:00:00Z') })).toBe(false);
  });

  it('again an hour after a failure, and at once when a new day’s time has come', () => {
    const made = at('2026-01-04T07:30:00Z');
    expect(due('2026-01-05T08:30:00Z', { made, failed: at('2026-01-05T07:31:00Z') })).toBe(false);
    expect(due('2026-01-05T08:31:00Z', { made, failed: at('2026-01-05T07:31:00Z') })).toBe(true);
    expect(due('2026-01-05T07:30:00Z', { made, failed: at('2026-01-05T07:20:00Z') })).toBe(true);
  });
});

describe('the back-ups that are too many', () => {
  const named = (...days: string[]) => days.map((day) => ({ at: at(`${day}T07:30:00Z`) }));
  const dates = (backups: readonly { at: Date }[]) => backups.map(({ at }) => at.toISOString().slice(0, 10));

  it('are those that no day, week or month needs', () => {
    const all = named('2026-01-31', '2026-02-16', '2026-02-20', '2026-02-22', '2026-02-23', '2026-02-24', '2026-02-25');
    expect(dates(tooMany(all, { daily: 2, weekly: 2, monthly: 2 }, zone))).toEqual([
      '2026-02-23',
      '2026-02-20',
      '2026-02-16',
    ]);
  });

  const moments = fc
    .uniqueArray(fc.integer({ min: 0, max: 800 * 24 }), { maxLength: 60 })
    .map((hours) => hours.map((hour) => ({ at: new Date(Date.UTC(2026, 0, 1, hour)) })));
  const keeps = fc.record({
    daily: fc.integer({ min: 1, max: 10 }),
    weekly: fc.integer({ min: 0, max: 6 }),
    monthly: fc.integer({ min: 0, max: 6 }),
  });
  const units = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

  it('never hold the newest, nor the newest of a day, week or month that is to be kept, and leave no others', () => {
    fc.assert(
      fc.property(moments, keeps, (all, keep) => {
        const removed = new Set(tooMany(all, keep, zone));
        const sorted = all.toSorted((a, b) => b.at.getTime() - a.at.getTime());
        const left = sorted.filter((one) => !removed.has(one));
        if (sorted[0]) expect(left[0]).toBe(sorted[0]);
        expect(left.length).toBeLessThanOrEqual(keep.daily + keep.weekly + keep.monthly);
        for (const [name, unit] of Object.entries(units) as [keyof typeof units, 'day' | 'week' | 'month'][]) {
          const start = (one: { at: Date }) => DateTime.fromJSDate(one.at, { zone }).startOf(unit).toMillis();
          const wanted = [...new Set(sorted.map(start))].slice(0, keep[name]);
          for (const one of wanted)
            expect(removed.has(sorted.find((backup) => start(backup) === one) ?? { at: new Date(0) })).toBe(false);
        }
        // What remains is removed by no second look.
        expect(tooMany(left, keep, zone)).toEqual([]);
      }),
    );
  });
});
