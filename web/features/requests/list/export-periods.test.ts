import { expect, it } from 'vitest';
import { exportPeriods } from './export-periods.ts';

it.each([
  ['2026-11-24', '2026-11-01', '2026-10-01', '2026-10-31'],
  ['2026-01-01', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['2028-03-31', '2028-03-01', '2028-02-01', '2028-02-29'],
])('on %s this month began on %s, and the last one went from %s to %s', (today, first, from, to) => {
  expect(exportPeriods(today)).toEqual([
    { label: 'This month', window: { period: 'custom', from: first, to: today } },
    { label: 'Last month', window: { period: 'custom', from, to } },
    { label: 'Last 30 days', window: { period: 'last_30_days', from: '', to: '' } },
  ]);
});
