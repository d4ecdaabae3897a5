import { describe, expect, it } from 'vitest';
import { lastDayOf, listOf, reportFilters, reportQueryOf, summaryText } from './reports.view.ts';

describe('the timeline', () => {
  it('knows the last day of a step', () => {
    expect(lastDayOf('2026-03-08', 'day')).toBe('2026-03-08');
    expect(lastDayOf('2026-03-02', 'week')).toBe('2026-03-08');
    expect(lastDayOf('2024-02-01', 'month')).toBe('2024-02-29');
  });
});

describe('the filters', () => {
  it('ask for a custom range only when both dates are given', () => {
    const half = { ...reportFilters.none, period: 'custom', from: '2026-11-01' } as const;
    expect(reportQueryOf(half)).toMatchObject({ period: 'all', from: undefined });
    expect(reportQueryOf({ ...half, to: '2026-11-02' })).toMatchObject({ period: 'custom', to: '2026-11-02' });
  });
});

describe('the summary', () => {
  const summary = (days: { from: string | null; to: string | null }, period: 'all' | 'last_7_days' | 'custom') =>
    summaryText({ figures: { total: 2 }, total_requests: 1_200, days }, { period }, undefined);
  it('names the days of a period', () => {
    const days = { from: '2026-11-16', to: '2026-11-23' };
    expect(summary(days, 'last_7_days')).toBe(
      'Showing: 2 of 1,200 requests · Period: Last 7 Days (Nov 16, 2026 to Nov 23, 2026)',
    );
    expect(summary(days, 'custom')).toBe('Showing: 2 of 1,200 requests · Period: Nov 16, 2026 to Nov 23, 2026');
    expect(summary({ from: null, to: null }, 'all')).toBe('Showing: 2 of 1,200 requests');
  });
});

describe('listOf', () => {
  it('leads to the list that has the filters', () => {
    const all = listOf({ days: { from: null, to: null }, technician: 0 });
    expect(all({ status: 'pending' })).toBe('/dashboard/admin/requests?status=pending');
    expect(all({ rating: 5 })).toBe('/dashboard/admin?rating=5');
    expect(all({ without: 'cancelled' })).toBe('/dashboard/admin?without=cancelled');
    const november = listOf({ days: { from: '2026-11-01', to: '2026-11-30' }, technician: 7 });
    expect(november({ service_type: 'Other' })).toBe(
      '/dashboard/admin?service_type=Other&technician=7&period=custom&from=2026-11-01&to=2026-11-30',
    );
  });
});
