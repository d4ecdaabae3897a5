import { describe, expect, it } from 'vitest';
import { daysBefore } from './days.ts';

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
