import type { z } from 'zod';
import type { Report, ReportFigures, reportFigures, TechnicianFigures } from '#contract/reports.ts';
import { type Status, statuses, waitingOf } from '#contract/words/requests.ts';
import { countsOf } from '#server/lib/counts.ts';
import { isoTime } from '#server/lib/dates.ts';
import type { Days } from '#server/lib/days.ts';
import type { MonitoredRow } from './reports.monitor.repo.ts';
import type { FigureSums, ReportRow, TechnicianSums } from './reports.repo.ts';
import { type StatusCounts, timelineOf } from './reports.timeline.rules.ts';

const ratingsOf = (sums: TechnicianSums | FigureSums): Report['ratings'] => [
  sums.rated_1,
  sums.rated_2,
  sums.rated_3,
  sums.rated_4,
  sums.rated_5,
];

function averageRating(ratings: Report['ratings']): { rated: number; average_rating: number | null } {
  const rated = ratings.reduce((sum, n) => sum + n, 0);
  const stars = ratings.reduce((sum, n, index) => sum + n * (index + 1), 0);
  return { rated, average_rating: rated ? stars / rated : null };
}

const statusesOf = ({ pending, assigned, in_progress, completed, cancelled }: StatusCounts): StatusCounts => ({
  pending,
  assigned,
  in_progress,
  completed,
  cancelled,
});

const nothing: FigureSums = {
  which: 'current',
  requests: 0,
  ...countsOf(statuses, []),
  ...{ low: 0, medium: 0, high: 0, urgent: 0 },
  ...{ rated_1: 0, rated_2: 0, rated_3: 0, rated_4: 0, rated_5: 0 },
  ...{ responded: 0, assigned_same_day: 0, average_resolution_seconds: null, average_first_response_seconds: null },
};

const figuresOf = (sums: FigureSums): ReportFigures & z.input<typeof reportFigures> => ({
  total: sums.requests,
  by_status: statusesOf(sums),
  average_resolution_seconds: sums.average_resolution_seconds,
  ...averageRating(ratingsOf(sums)),
  satisfied: sums.rated_4 + sums.rated_5,
  responded: sums.responded,
  average_first_response_seconds: sums.average_first_response_seconds,
  assigned_same_day: sums.assigned_same_day,
});

const technicianOf = (sums: TechnicianSums): TechnicianFigures => ({
  id: sums.id,
  name: sums.name,
  is_active: sums.is_active,
  total: sums.requests,
  assigned: sums.assigned,
  in_progress: sums.in_progress,
  completed: sums.completed,
  ...averageRating(ratingsOf(sums)),
});

/** The days of a report, those before, and the current one in the business's time zone. */
type ReportDays = { current: Days; previous: Days | null; today: string };

/** A report from its sums. */
export function reportOf(row: ReportRow, { current: days, previous, today }: ReportDays): Report {
  const of = (which: FigureSums['which']) => row.sums.find((sums) => sums.which === which) ?? nothing;
  const current = of('current');
  const { low, medium, high, urgent } = current;
  return {
    days,
    figures: figuresOf(current),
    previous: previous && { days: previous, figures: figuresOf(of('previous')) },
    total_requests: row.total_requests,
    technicians_total: row.technicians_total,
    by_priority: { low, medium, high, urgent },
    by_service_type: row.services,
    ratings: ratingsOf(current),
    timeline: timelineOf(row.months, row.has_days ? row.days : null, days, today),
    technicians: row.technicians.map(technicianOf),
  };
}

/** The counts of a technician's card: with a status chosen, of the requests with that status (spec §2 Technician Monitor). */
function cardCounts(counts: StatusCounts, status: Status | undefined) {
  const of = (one: Status) => (status === undefined || status === one ? counts[one] : 0);
  const pending = waitingOf({ pending: of('pending'), assigned: of('assigned') });
  const in_progress = of('in_progress');
  const completed = of('completed');
  return { total: pending + in_progress + completed + of('cancelled'), pending, in_progress, completed };
}

/**
 * Presents a technician with their request counts and newest requests (spec §2 Technician Monitor).
 * @param status the one that the requests were chosen by
 */
export const presentTechnician = (
  { id, name, email, phone, base_location, is_active, newest, ...counts }: MonitoredRow,
  status: Status | undefined,
) => ({
  ...{ id, name, email, phone, base_location, is_active },
  counts: cardCounts(counts, status),
  requests: newest.map(({ customer_name, customer_email, created_at, ...request }) => ({
    ...request,
    customer: { name: customer_name, email: customer_email },
    created_at: isoTime(created_at),
  })),
});
