import type { Status } from './requests.ts';

/** The periods of a report (spec §2 Reports & Analytics). */
export const reportPeriods = ['all', 'last_7_days', 'last_30_days', 'last_90_days', 'custom'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** The tables behind the charts of a report. Each can be exported. */
export const reportTables = ['status', 'priority', 'service_type', 'timeline', 'technicians', 'ratings'] as const;
export type ReportTable = (typeof reportTables)[number];

/** The statuses in the bars of a report (spec §2), from the lowest layer to the highest. */
export const timelineLayers = ['completed', 'in_progress', 'assigned', 'pending'] as const satisfies readonly Status[];
export const workLayers = ['completed', 'in_progress', 'assigned'] as const satisfies readonly Status[];

/** The step lengths of a timeline. A longer period has longer steps. */
export const timelineSteps = ['day', 'week', 'month'] as const;
export type TimelineStep = (typeof timelineSteps)[number];

/** The service type under which requests without one are counted (spec §2). */
export const OTHER_SERVICE = 'Other';
/** The thresholds of the KPI badges, and the length of the list of top technicians (spec §9). */
export const PENDING_MANY = 5;
export const CANCELLED_MANY = 3;
export const TOP_TECHNICIANS = 10;
/** The hour, in the business's time zone, at which last month's report is mailed on the first day of a month. */
export const MONTHLY_REPORT_HOUR = 7;
/** The number of requests on a technician's card of the monitor. */
export const MONITOR_REQUESTS = 10;
