import type { reports } from '#contract/reports.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { isoTime } from '#server/lib/dates.ts';
import { type Days, daysBefore, daysOf, type PeriodChoice } from '#server/lib/days.ts';
import { findMonitored } from './reports.monitor.repo.ts';
import type { Source } from './reports.periods.repo.ts';
import * as repo from './reports.repo.ts';
import { cardCounts, reportOf } from './reports.rules.ts';

/**
 * Reads from the maintained figures. While they have the days of another time zone, or are not built yet, it reads from the
 * requests themselves: the same answer, at a higher cost.
 */
async function read<R extends { zone: string | null }>(zone: string, find: (source: Source) => Promise<R>): Promise<R> {
  const row = await find('figures');
  return row.zone === zone ? row : find('requests');
}

/** The report of a period (spec §2 Reports & Analytics), with that of the days before. */
export async function makeReport(deps: Deps, choice: PeriodChoice & { technician?: number | undefined }) {
  const zone = deps.settings.business.time_zone;
  const current: Days = daysOf(choice, deps.now(), zone);
  const previous = daysBefore(current);
  const scope = { zone, assignee: choice.technician };
  const row = await read(zone, (source) => repo.findReport(deps.db, { current, previous }, scope, source));
  return reportOf(row, current, previous);
}

export const report: UseCase<typeof reports.report> = async (deps, _actor, { query }) => ({
  report: await makeReport(deps, query),
});

/** Requests by status and users by role (spec §2 Analytics). */
export const analytics: UseCase<typeof reports.analytics> = async (deps) => {
  const { requests, users } = await repo.findAnalytics(deps.db);
  const counts = { pending: 0, assigned: 0, in_progress: 0, completed: 0, cancelled: 0 };
  for (const { status, n } of requests) counts[status] += n;
  return { requests: counts, users };
};

/** Technicians with their requests (spec §2 Technician Monitor). */
export const monitor: UseCase<typeof reports.monitor> = async (deps, _actor, { query }) => {
  const { search, status, limit, page, ...choice } = query;
  const zone = deps.settings.business.time_zone;
  const filter = { search, status, limit, page, days: daysOf(choice, deps.now(), zone, { isMonthBack: true }) };
  const { technicians, matched, total } = await read(zone, (source) => findMonitored(deps.db, filter, zone, source));
  return {
    technicians: technicians.map(({ id, name, email, phone, base_location, is_active, newest, ...counts }) => ({
      ...{ id, name, email, phone, base_location, is_active },
      counts: cardCounts(counts, status),
      requests: newest.map(({ customer_name, customer_email, created_at, ...request }) => ({
        ...request,
        customer: { name: customer_name, email: customer_email },
        created_at: isoTime(created_at),
      })),
    })),
    ...{ matched, more_match: false, total, page, limit },
  };
};
