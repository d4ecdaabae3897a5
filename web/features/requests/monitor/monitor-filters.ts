import { reports } from '#contract/reports.ts';
import { daysText } from '#contract/texts/report-texts.ts';
import { paths } from '#contract/words/paths.ts';
import { statusLabels } from '#contract/words/requests.ts';
import { periodLabels, periodQueryOf } from '#web/domain/period-filters.ts';
import { addressCodec } from '#web/lib/address-codec.ts';
import { requestFilters } from '../requests.filters.ts';

/** So few that one page stays small although each technician brings their newest requests. */
export const PAGE_SIZE = 10;

/** The filters of the Technician Monitor (spec §2) in its address. */
export const monitorFilters = addressCodec(reports.monitor.query.shape, PAGE_SIZE);
export type MonitorFilters = typeof monitorFilters.none;

/** The filters as the query of the monitor. */
export const monitorQueryOf = (filters: MonitorFilters) => ({
  ...monitorFilters.query(filters),
  ...periodQueryOf(filters),
});

/** The filters as words, for paper. */
export function factsOf(filters: MonitorFilters) {
  const { period, from = '', to = '' } = periodQueryOf(filters);
  const { search, status } = filters;
  return [
    `Date: ${(period === 'custom' && daysText({ from, to })) || periodLabels[period]}`,
    status && `Status: ${statusLabels[status]}`,
    search && `Search: ${search}`,
  ];
}

/** The address of the list of all requests of a technician that the monitor's filters let through. */
export function listOf({ id }: { id: number }, filters: MonitorFilters): string {
  const { period, from = '', to = '' } = periodQueryOf(filters);
  const { status } = filters;
  return `${paths.adminDashboard()}?${requestFilters.write({ ...requestFilters.none, technician: String(id), status, period, from, to })}`;
}
