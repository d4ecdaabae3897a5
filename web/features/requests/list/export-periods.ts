import type { Filters } from '../requests.filters.ts';

export type ExportPeriod = { label: string; window: Pick<Filters, 'period' | 'from' | 'to'> };

/** A calendar date as YYYY-MM-DD. A month or a day outside the calendar counts on from it. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/**
 * The periods that the office reports on, whatever period the list shows.
 * @param today the calendar date in the business's time zone, YYYY-MM-DD
 */
export function exportPeriods(today: string): ExportPeriod[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return [
    { label: 'This month', window: { period: 'custom', from: dayOf(year, month, 1), to: today } },
    // Day 0 of a month is the last one of the month before.
    { label: 'Last month', window: { period: 'custom', from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) } },
    { label: 'Last 30 days', window: { period: 'last_30_days', from: '', to: '' } },
  ];
}
