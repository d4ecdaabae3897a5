import type { reports } from '#contract/reports.ts';
import { statuses } from '#contract/words/requests.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { countsOf } from '#server/lib/counts.ts';
import { type Days, daysBefore, daysOf, type PeriodChoice, todayIn } from '#server/lib/days.ts';
import { findMonitored } from './reports.monitor.repo.ts';
import type { Source } from './reports.periods.repo.ts';
import * as repo from './reports.repo.ts';
import { presentTechnician, reportOf } from './reports.rules.ts';

/**
 * Reads from the maintained figures. While they have the days of another time zone, or are not built yet, it reads from the
 * requests themselves: the same answer, at a higher cost.
 */
async function read<R extends { zone: string | null }>(zone: string, find: (source: Source) => Promise<R>): Promise<R> {
  const row = await find('figures');
  return row.zone === zone ? row : find('requests');
}

/** The report of a period (spec §2 Reports & Analytics), with that of the period before. */
export async function makeReport(deps: Deps, choice: PeriodChoice & { technician?: number | undefined }) {
  const zone = deps.settings.business.time_zone;
  const now = deps.now();
  const current: Days = daysOf(choice, now, zone);
  const previous = daysBefore(current, { inMonths: choice.period === 'custom' });
  const scope = { zone, assignee: choice.technician };
  const row = await read(zone, (source) => repo.findReport(deps.db, { current, previous }, scope, source));
  return reportOf(row, { current, previous, today: todayIn(now, zone) });
}

export const report: UseCase<typeof reports.report> = async (deps, _actor, { query }) => ({
  report: await makeReport(deps, query),
});

/** Requests by status and users by role (spec §2 Analytics). */
export const analytics: UseCase<typeof reports.analytics> = async (deps) => {
  const { requests, users } = await repo.findAnalytics(deps.db);
  return { requests: countsOf(statuses, requests), users };
};

/** Technicians with their requests (spec §2 Technician Monitor). */
export const monitor: UseCase<typeof reports.monitor> = async (deps, _actor, { query }) => {
  const { search, status, limit, page, ...choice } = query;
  const zone = deps.settings.business.time_zone;
  const filter = { search, status, limit, page, days: daysOf(choice, deps.now(), zone, { isMonthBack: true }) };
  const { technicians, matched, total } = await read(zone, (source) => findMonitored(deps.db, filter, zone, source));
  return {
    technicians: technicians.map((row) => presentTechnician(row, status)),
    ...{ matched, more_match: false, total, page, limit },
  };
};
