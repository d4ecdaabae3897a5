import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { requestSummary } from './request-answers.ts';
import { calendarDate, historyPaging, isReachable, pageOf, pathId, rowId, searchText, time, tooDeep } from './text.ts';
import { reportPeriods, reportTables, timelineSteps } from './words/reports.ts';
import { periods, requestTexts } from './words/requests.ts';

const count = z.int().min(0);
const seconds = z.number().min(0);

/** Counts by status. Every request has one of the five. */
const byStatus = z.object({
  pending: count,
  assigned: count,
  in_progress: count,
  completed: count,
  cancelled: count,
});

/** The figures of a set of requests. Averages are not rounded; they are null when there is nothing to average. */
export const reportFigures = z.object({
  total: count,
  by_status: byStatus,
  /** From the submission to the completion, over the requests that are completed now. */
  average_resolution_seconds: seconds.nullable(),
  rated: count,
  average_rating: z.number().min(1).max(5).nullable(),
  /** Rated 4 or 5 (spec §9). */
  satisfied: count,
  /** Requests that were assigned at least once. */
  responded: count,
  /** From the submission to the first assignment, over the requests that were assigned at least once. */
  average_first_response_seconds: seconds.nullable(),
  /** Requests that were assigned on the day of their submission, in the business's time zone. */
  assigned_same_day: count,
});
export type ReportFigures = z.infer<typeof reportFigures>;

/** First and last day, both included; null is open. */
const days = z.object({ from: calendarDate.nullable(), to: calendarDate.nullable() });

const technicianFigures = z.object({
  id: rowId,
  name: z.string(),
  is_active: z.boolean(),
  total: count,
  /** Assigned and not started. */
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
  /** Of the requests that match. */
  figures: reportFigures,
  /** The same of the days before, as many as the period has; null when the period has no beginning. */
  previous: z.object({ days, figures: reportFigures }).nullable(),
  /** All requests, whatever the filters. */
  total_requests: count,
  /** Users with the role of technician, active or not, whatever the filters. */
  technicians_total: count,
  by_priority: z.object({ low: count, medium: count, high: count, urgent: count }),
  /** Most requests first; `service_type` is `OTHER_SERVICE` for requests without one. */
  by_service_type: z.array(z.object({ service_type: z.string(), requests: count })),
  /** How many were rated 1, 2, 3, 4 and 5. */
  ratings: z.tuple([count, count, count, count, count]),
  timeline: z.object({
    step: z.enum(timelineSteps),
    /** Oldest first, from the first to the last with a request; steps between them without requests are there with zeros. */
    steps: z.array(byStatus.extend({ day: calendarDate })),
  }),
  /** Technicians by name, also those without requests; with a technician chosen, that one. */
  technicians: z.array(technicianFigures),
});
export type Report = z.infer<typeof report>;

const reportFilters = {
  period: z.enum(reportPeriods).default('all'),
  /** Of a custom period, which applies only when both days are given (spec §5). */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  /** The id of the technician whom the requests are assigned to. */
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
  /** Of the requests that match; `pending` includes assigned requests (spec §2). */
  counts: z.object({ total: count, pending: count, in_progress: count, completed: count }),
  /** The newest `MONITOR_REQUESTS` that match. */
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

/** The report by mail at the beginning of each month, for the admin who asks. */
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
    summary: 'Returns the figures of a period and of the period before it.',
    refuses: [],
    method: 'GET',
    path: '/reports',
    access,
    query: z.strictObject(reportFilters).refine(isInOrder, dateOrder),
    response: z.object({ report }),
  }),
  export: endpoint({
    kind: 'export',
    summary: 'Returns one table of a report as a CSV file.',
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
    response: z.object({
      requests: byStatus,
      /** `active` counts users of every role who are not deactivated. */
      users: z.object({ total: count, active: count, admins: count, technicians: count, auditors: count }),
    }),
  }),
  monitor: endpoint({
    kind: 'json',
    summary: 'Lists technicians with their requests and counts.',
    refuses: [],
    method: 'GET',
    path: '/reports/monitor',
    access,
    query: z
      .strictObject({
        /** Part of a name or e-mail address. */
        search: searchText,
        status: z.enum(['pending', 'assigned', 'in_progress', 'completed']).optional(),
        period: z.enum(periods).default('all'),
        /** Of a custom period, which applies only when both days are given (spec §5). */
        from: calendarDate.optional(),
        to: calendarDate.optional(),
        ...historyPaging,
      })
      .refine(isInOrder, dateOrder)
      .refine(isReachable, tooDeep),
    /** Technicians by name, also those without requests. */
    response: z.object({ technicians: z.array(monitoredTechnician), ...pageOf }),
  }),
  monthly: endpoint({
    kind: 'json',
    summary: 'Returns whether the caller gets the monthly report by mail, and when the next one is due.',
    refuses: [],
    method: 'GET',
    path: '/reports/monthly',
    access: desk,
    response: z.object({ monthly: monthlyReport }),
  }),
  chooseMonthly: endpoint({
    kind: 'json',
    summary: 'Turns the monthly report by mail on or off, for the caller.',
    refuses: [],
    method: 'PUT',
    path: '/reports/monthly',
    access: desk,
    body: chooseMonthlyBody,
    response: z.object({ monthly: monthlyReport }),
  }),
  monthlyDocument: endpoint({
    kind: 'download',
    summary: 'Returns the report of the last full month as a PDF.',
    refuses: [],
    method: 'GET',
    path: '/reports/monthly/document',
    access: desk,
  }),
};
