import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deskTime, isoTime, sheetTime, startOfDay, windowInName, windowOf } from './dates.ts';

/** Half hours, days that are 23 or 25 hours long, midnights that do not exist or come twice, and one day that was left out. */
const zones = [
  'America/New_York',
  'UTC',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Beirut',
  'Atlantic/Azores',
  'America/Havana',
  'Pacific/Apia',
];
const zone = fc.constantFrom(...zones);
const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

/** The calendar day of an instant by the platform's own calendar, which the code under test does not use. */
const dayIn = (zoneName: string, at: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zoneName, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    at,
  );
const momentBefore = (at: Date | null) => new Date((at?.getTime() ?? Number.NaN) - 1);
const plusDays = (day: string, days: number) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};
const leftOut = (day: string, zoneName: string) => zoneName === 'Pacific/Apia' && day === '2011-12-30';

describe('a window', () => {
  it('of today begins with the first moment of the current day', () => {
    fc.assert(
      fc.property(instant, zone, (now, name) => {
        const { from, before: end } = windowOf({ period: 'today' }, now, name);
        expect(end).toBeNull();
        expect(from && from.getTime() <= now.getTime()).toBe(true);
        expect(from && dayIn(name, from)).toBe(dayIn(name, now));
        expect(dayIn(name, momentBefore(from))).not.toBe(dayIn(name, now));
      }),
      { numRuns: 1000 },
    );
  });

  it('of the last 7 days begins with the first moment of the day seven days ago', () => {
    fc.assert(
      fc.property(instant, zone, (now, name) => {
        const day = plusDays(dayIn(name, now), -7);
        fc.pre(!leftOut(day, name));
        const { from } = windowOf({ period: 'last_7_days' }, now, name);
        expect(from && dayIn(name, from)).toBe(day);
        expect(dayIn(name, momentBefore(from)) < day).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['2026-03-31T12:00:00Z', '2026-02-28T05:00:00.000Z'],
    ['2028-03-31T12:00:00Z', '2028-02-29T05:00:00.000Z'],
    ['2026-12-31T23:59:00Z', '2026-11-30T05:00:00.000Z'],
    ['2026-04-08T03:59:59Z', '2026-03-07T05:00:00.000Z'],
    ['2026-04-08T04:00:00Z', '2026-03-08T05:00:00.000Z'],
  ])('of the last 30 days reaches one month back: from %s to %s', (now, from) => {
    const window = windowOf({ period: 'last_30_days' }, new Date(now), 'America/New_York');
    expect(window).toEqual({ from: new Date(from), before: null });
  });

  it('between two dates holds exactly their days', () => {
    fc.assert(
      fc.property(instant, fc.nat(400), zone, (first, length, name) => {
        const from = dayIn(name, first);
        const to = plusDays(from, length);
        fc.pre(!leftOut(to, name));
        const window = windowOf({ period: 'custom', from, to }, new Date(0), name);
        expect(window.from && dayIn(name, window.from)).toBe(from);
        expect(dayIn(name, momentBefore(window.from)) < from).toBe(true);
        expect(dayIn(name, momentBefore(window.before))).toBe(to);
        expect(window.before && dayIn(name, window.before) > to).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('begins and ends correctly beside a midnight that the clocks skip', () => {
    // In Santiago, September 8, 2013 began at 1:00, the days around it at 0:00.
    const zone = 'America/Santiago';
    const on = (now: string, choice: Parameters<typeof windowOf>[0]) => windowOf(choice, new Date(now), zone);
    expect(on('2013-09-15T15:00:00Z', { period: 'last_7_days' }).from).toEqual(new Date('2013-09-08T04:00:00Z'));
    expect(on('2013-09-08T15:00:00Z', { period: 'last_7_days' }).from).toEqual(new Date('2013-09-01T04:00:00Z'));
    expect(on('2013-09-08T15:00:00Z', { period: 'last_30_days' }).from).toEqual(new Date('2013-08-08T04:00:00Z'));
    expect(on('2013-09-08T15:00:00Z', { period: 'custom', from: '2013-09-08', to: '2013-09-08' })).toEqual({
      from: new Date('2013-09-08T04:00:00Z'),
      before: new Date('2013-09-09T03:00:00Z'),
    });
  });

  it.each([
    // [zone, the day with two midnights, its first moment, the first moment of the next day]
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ])('in %s begins with the first of the two midnights of %s', (zone, day, first, next) => {
    const [from, before] = [new Date(first), new Date(next)];
    const weekAfter = new Date(from.getTime() + 7.5 * 24 * 3_600_000);
    expect(windowOf({ period: 'custom', from: day, to: day }, new Date(0), zone)).toEqual({ from, before });
    expect(windowOf({ period: 'custom', to: plusDays(day, -1) }, new Date(0), zone).before).toEqual(from);
    expect(windowOf({ period: 'last_7_days' }, weekAfter, zone).from).toEqual(from);
    for (const now of [from, new Date(from.getTime() + 12 * 3_600_000), new Date(before.getTime() - 1)]) {
      expect(windowOf({ period: 'today' }, now, zone).from).toEqual(from);
      expect(startOfDay(now, zone)).toEqual(from);
    }
  });

  it('is open on the side without a date', () => {
    const open = { from: null, before: null };
    expect(windowOf({ period: 'all', from: '2026-01-01', to: '2026-01-02' }, new Date(), 'UTC')).toEqual(open);
    expect(windowOf({ period: 'custom' }, new Date(), 'UTC')).toEqual(open);
    expect(windowOf({ period: 'custom', to: '2026-01-01' }, new Date(), 'UTC').from).toBeNull();
    expect(windowOf({ period: 'custom', from: '2026-01-01' }, new Date(), 'UTC').before).toBeNull();
  });
});

describe('the time of the desk', () => {
  it.each([
    ['2026-03-08T06:59:00Z', 'America/New_York', 'Mar 8, 2026, 1:59 AM'],
    ['2026-03-08T07:00:00Z', 'America/New_York', 'Mar 8, 2026, 3:00 AM'],
    ['2026-11-21T14:14:00Z', 'America/New_York', 'Nov 21, 2026, 9:14 AM'],
    ['2026-12-31T18:30:00Z', 'Asia/Kolkata', 'Jan 1, 2027, 12:00 AM'],
  ])('%s in %s is %s', (at, name, text) => {
    expect(deskTime(new Date(at), name)).toBe(text);
  });
});

describe('the time of a sheet', () => {
  it('has seconds, in the zone', () => {
    expect(sheetTime(new Date('2026-03-08T07:00:05Z'), 'America/New_York')).toBe('2026-03-08 03:00:05');
    expect(sheetTime(new Date('2026-12-31T18:30:59Z'), 'Asia/Kolkata')).toBe('2027-01-01 00:00:59');
  });
});

describe('a time in an answer', () => {
  it('is the same instant, with three decimals in UTC, whatever PostgreSQL wrote', () => {
    fc.assert(
      fc.property(instant, fc.nat(999), fc.nat(999), (date, millis, micros) => {
        date.setUTCMilliseconds(millis);
        const expected = date.toISOString();
        const digits = `${String(millis).padStart(3, '0')}${String(micros).padStart(3, '0')}`.replace(/0+$/, '');
        // PostgreSQL leaves out zeros at the end, and the point when nothing follows it.
        const text = `${expected.slice(0, 19)}${digits && `.${digits}`}`;
        expect(isoTime(`${text}+00:00`)).toBe(expected);
        expect(isoTime(date)).toBe(expected);
        expect(isoTime(isoTime(date))).toBe(expected);
      }),
    );
    expect(isoTime('2026-11-21T19:44:05.12+05:30')).toBe('2026-11-21T14:14:05.120Z');
  });
});

describe('a window in the name of a file', () => {
  // In New York it is still the evening of the 20th, and the clocks go back on November 1.
  const now = new Date('2026-11-21T03:00:00Z');
  it.each([
    [{ period: 'all' }, '2026-11-20'],
    [{ period: 'today' }, '2026-11-20-to-2026-11-20'],
    [{ period: 'last_30_days' }, '2026-10-20-to-2026-11-20'],
    [{ period: 'custom' }, '2026-11-20'],
    [{ period: 'custom', from: '2026-10-01', to: '2026-10-31' }, '2026-10-01-to-2026-10-31'],
    [{ period: 'custom', from: '2026-11-01', to: '2026-11-01' }, '2026-11-01-to-2026-11-01'],
    [{ period: 'custom', from: '2026-11-01' }, '2026-11-01-to-2026-11-20'],
    [{ period: 'custom', to: '2026-11-01' }, 'until-2026-11-01'],
  ] as const)('%j', (choice, name) => {
    const zone = 'America/New_York';
    expect(windowInName(windowOf(choice, now, zone), now, zone)).toBe(name);
  });
});
