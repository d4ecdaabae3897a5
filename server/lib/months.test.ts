import { describe, expect, it } from 'vitest';
import { daysOfMonth, monthsAt } from './months.ts';

describe('months', () => {
  it.each([
    ['2026-02-01', '2026-02-28'],
    ['2028-02-01', '2028-02-29'],
    ['2026-12-01', '2026-12-31'],
  ])('the month of %s ends on %s', (month, last) => {
    const days = daysOfMonth(month);
    expect(days[0]).toBe(month);
    expect(days.at(-1)).toBe(last);
    expect(days).toHaveLength(Number(last.slice(-2)));
  });

  it.each([
    // [now, zone, last month, due, next]
    ['2026-11-01T10:59:59Z', 'America/New_York', '2026-10-01', '2026-11-01T12:00:00Z', '2026-11-01T12:00:00Z'],
    ['2026-11-01T12:00:00Z', 'America/New_York', '2026-10-01', '2026-11-01T12:00:00Z', '2026-12-01T12:00:00Z'],
    ['2026-11-01T03:59:59Z', 'America/New_York', '2026-09-01', '2026-10-01T11:00:00Z', '2026-11-01T12:00:00Z'],
    ['2026-12-31T15:00:00Z', 'Asia/Tokyo', '2026-12-01', '2026-12-31T22:00:00Z', '2026-12-31T22:00:00Z'],
    ['2026-03-15T00:00:00Z', 'Europe/Berlin', '2026-02-01', '2026-03-01T06:00:00Z', '2026-04-01T05:00:00Z'],
  ])('at %s in %s', (now, zone, last, due, next) => {
    const months = monthsAt(new Date(now), zone, 7);
    expect(months).toEqual({ last, due: new Date(due), next: new Date(next) });
  });
});
