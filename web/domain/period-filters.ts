import type { ReportPeriod } from '#contract/words/reports.ts';
import { type periods, requestTexts } from '#contract/words/requests.ts';

type Period = (typeof periods)[number] | ReportPeriod;
/** The days that figures and cards count. Dates are YYYY-MM-DD, '' means not set. */
export type PeriodFilters<P extends Period = Period> = { period: P; from: string; to: string };

export const periodLabels: Record<Period, string> = {
  all: 'All Time',
  today: 'Today',
  last_7_days: 'Last 7 Days',
  last_30_days: 'Last 30 Days',
  last_90_days: 'Last 90 Days',
  custom: 'Custom Range',
};

/** The error of a custom range that runs backwards (spec §5), or null. */
export const rangeProblem = ({ period, from, to }: PeriodFilters): string | null =>
  period === 'custom' && from && to && from > to ? requestTexts.dateOrder : null;

/** The days as part of a query. A custom range applies only when both dates are given (spec §5). */
export function periodQueryOf<P extends Period>({ period, from, to }: PeriodFilters<P>) {
  const isCustom = period === 'custom';
  const isWhole = isCustom && from !== '' && to !== '';
  return {
    period: isCustom && !isWhole ? ('all' as const) : period,
    from: isWhole ? from : undefined,
    to: isWhole ? to : undefined,
  };
}
