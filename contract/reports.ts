import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { requestSummary } from './request-answers.ts';
import { calendarDate, historyPaging, isReachable, pageOf, pathId, rowId, searchText, time, tooDeep } from './text.ts';
import { reportPeriods, reportTables, timelineSteps } from './words/reports.ts';
import { periods, requestTexts, stepStatuses } from './words/requests.ts';

const count = z.int().min(0);
const seconds = z.number().min(0);

/** Counts by status. Every request has exactly one status. */
const byStatus = z.object({
  pending: count,
  assigned: count,
  in_progress: count,
  completed: count,
  cancelled: count,
});

/** The figures for a set of requests. Averages are not rounded, and null when there is nothing to average. */
export const reportFigures = z.object({
  total: count,
  by_status: byStatus,
  /** From submission to completion, over the requests that are currently completed. */
  average_resolution_seconds: seconds.nullable(),
  rated: count,
  average_rating: z.number().min(1).max(5).nullable(),
  /** Rated 4 or 5 (spec §9). */
  satisfied: count,
  /** Requests that were assigned at least once. */
  responded: count,
  /** From submission to the first assignment, over the requests that were assigned at least once. */
  average_first_response_seconds: seconds.nullable(),
  /** Requests assigned on the day of their submission, in the business's time zone. */
  assigned_same_day: count,
});
export type ReportFigures = z.infer<typeof reportFigures>;

/** The first and last day, both included; null means unbounded. */
const days = z.object({ from: calendarDate.nullable(), to: calendarDate.nullable() });

const technicianFigures = z.object({
  id: rowId,
  name: z.string(),
  is_active: z.boolean(),
  total: count,
  /** Assigned but not started. */
  assigned: count,
  in_progress: count,
  completed: count,
  rated: count,
  average_rating: z.number().min(1).max(5).nullable(),
});
export type TechnicianFigures = z.infer<typeof technicianFigures>;

/** A report (spec §2 Reports & Analytics). Requests are counted on the day of their submission, in the business's time zone. */
const report = z.object({
  days,
  /** The figures for the matching requests. */
  figures: reportFigures,
  /**
   * The figures for the period of the same length before; null when the period has no beginning. Before chosen days that are whole
   * calendar months there are as many calendar months; before others as many days.
   */
  previous: z.object({ days, figures: reportFigures }).nullable(),
  /** The number of all requests, regardless of the filters. */
  total_requests: count,
  /** The number of technicians, active or not, regardless of the filters. */
  technicians_total: count,
  by_priority: z.object({ low: count, medium: count, high: count, urgent: count }),
  /** Most requests first; `service_type` is `OTHER_SERVICE` for requests without one. */
  by_service_type: z.array(z.object({ service_type: z.string(), requests: count })),
  /** The number of ratings of 1, 2, 3, 4 and 5. */
  ratings: z.tuple([count, count, count, count, count]),
  timeline: z.object({
    step: z.enum(timelineSteps),
    /** Oldest first, from the first to the last step with a request. Empty steps in between are included. */
    steps: z.array(byStatus.extend({ day: calendarDate })),
  }),
  /** Technicians by name, including those without requests. With a technician filter, only that one. */
  technicians: z.array(technicianFigures),
});
export type Report = z.infer<typeof report>;

const reportFilters = {
  period: z.enum(reportPeriods).default('all'),
  /** The first day of a custom period. A custom period needs both days (spec §5). */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  /** The id of the assigned technician. */
  technician: pathId.optional(),
};
const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !(from && to) || from <= to;
const dateOrder = { path: ['from'], message: requestTexts.dateOrder };

const monitoredTechnician = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  base_location: z.string().nullable(),
  is_active: z.boolean(),
  /** Counts of the matching requests. `pending` includes assigned requests (spec §2). */
  counts: z.object({ total: count, pending: count, in_progress: count, completed: count }),
  /** The newest `MONITOR_REQUESTS` matching requests. */
  requests: z.array(
    requestSummary.pick({
      id: true,
      external_id: true,
      title: true,
      status: true,
      priority: true,
      customer: true,
      created_at: true,
    }),
  ),
});
export type MonitoredTechnician = z.infer<typeof monitoredTechnician>;

/** An admin's subscription to the report that is mailed at the beginning of each month. */
const monthlyReport = z.object({
  is_wanted: z.boolean(),
  /** The first day of the last month that has ended, in the business's time zone. */
  last_month: calendarDate,
  /** When the next report is mailed. */
  next_at: time,
});
export type MonthlyReport = z.infer<typeof monthlyReport>;
export const chooseMonthlyBody = z
  .strictObject({ is_wanted: z.boolean('Must be true or false') })
  .meta({ examples: [{ is_wanted: true }] });

const access = ['admin', 'auditor'] as const;
const desk = ['admin'] as const;

export const reports = {
  report: endpoint({
    kind: 'json',
    summary: 'Returns the figures for a period and for the period before it.',
    refuses: [],
    method: 'GET',
    path: '/reports',
    access,
    key: 'reports:read',
    query: z.strictObject(reportFilters).refine(isInOrder, dateOrder),
    response: z.object({ report }),
  }),
  export: endpoint({
    kind: 'export',
    summary: 'Exports one table of a report as a CSV file.',
    refuses: [],
    method: 'GET',
    path: '/reports/export',
    access,
    query: z.strictObject({ ...reportFilters, table: z.enum(reportTables) }).refine(isInOrder, dateOrder),
  }),
  analytics: endpoint({
    kind: 'json',
    summary: 'Counts requests by status and users by role.',
    refuses: [],
    method: 'GET',
    path: '/reports/analytics',
    access,
    key: 'reports:read',
    response: z.object({
      requests: byStatus,
      /** `active` counts the active users of every role. */
      users: z.object({ total: count, active: count, admins: count, technicians: count, auditors: count }),
    }),
  }),
  monitor: endpoint({
    kind: 'json',
    summary: 'Lists technicians with their request counts and newest requests.',
    refuses: [],
    method: 'GET',
    path: '/reports/monitor',
    access,
    key: 'reports:read',
    query: z
      .strictObject({
        /** Part of a name or e-mail address. */
        search: searchText,
        status: z.enum(stepStatuses).optional(),
        period: z.enum(periods).default('all'),
        /** The first day of a custom period. A custom period needs both days (spec §5). */
        from: calendarDate.optional(),
        to: calendarDate.optional(),
        ...historyPaging,
      })
      .refine(isInOrder, dateOrder)
      .refine(isReachable, tooDeep),
    /** Technicians by name, including those without requests. */
    response: z.object({ technicians: z.array(monitoredTechnician), ...pageOf }),
  }),
  monthly: endpoint({
    kind: 'json',
    summary: 'Returns whether the caller receives the monthly report by mail, and when the next one is due.',
    refuses: [],
    method: 'GET',
    path: '/reports/monthly',
    access: desk,
    response: z.object({ monthly: monthlyReport }),
  }),
  chooseMonthly: endpoint({
    kind: 'json',
    summary: "Turns the caller's monthly report by mail on or off.",
    refuses: [],
    method: 'PUT',
    path: '/reports/monthly',
    access: desk,
    body: chooseMonthlyBody,
    response: z.object({ monthly: monthlyReport }),
  }),
  monthlyDocument: endpoint({
    kind: 'download',
    summary: 'Returns the report for the last full month as a PDF.',
    refuses: [],
    method: 'GET',
    path: '/reports/monthly/document',
    access: desk,
  }),
};
