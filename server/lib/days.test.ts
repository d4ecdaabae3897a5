import { describe, expect, it } from 'vitest';
import { daysBefore, daysOfMonth, monthsAt } from './days.ts';

describe('the period before', () => {
  it.each([
    ['a month', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['a shorter month', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['the month after a leap day', '2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['the month after no leap day', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['three months', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['a year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    ['twelve months', '2024-04-01', '2025-03-31', '2023-04-01', '2024-03-31'],
    ['a month without its leap day', '2024-02-01', '2024-02-28', '2024-01-04', '2024-01-31'],
    ['a month and a day', '2026-10-01', '2026-11-01', '2026-08-30', '2026-09-30'],
    ['a month from the second on', '2026-10-02', '2026-11-01', '2026-09-01', '2026-10-01'],
    ['one day', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['the week in which the clocks change', '2026-03-05', '2026-03-11', '2026-02-26', '2026-03-04'],
  ])('of %s', (_, from, to, first, last) => {
    expect(daysBefore({ from, to }, { inMonths: true })).toEqual({ from: first, to: last });
  });

  it('of a window that ends today has its number of days, also when that is a month', () => {
    const october = { from: '2026-10-01', to: '2026-10-31' };
    expect(daysBefore(october, { inMonths: false })).toEqual({ from: '2026-08-31', to: '2026-09-30' });
  });

  it('is none without a beginning, and before the year 1', () => {
    expect(daysBefore({ from: null, to: '2026-10-31' }, { inMonths: true })).toBeNull();
    expect(daysBefore({ from: '0001-01-01', to: '0001-01-31' }, { inMonths: true })).toBeNull();
    expect(daysBefore({ from: '0001-01-01', to: '9999-12-31' }, { inMonths: true })).toBeNull();
  });
});

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
