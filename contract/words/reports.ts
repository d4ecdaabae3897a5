/** The time windows of a report (spec §2 Reports & Analytics). */
export const reportPeriods = ['all', 'last_7_days', 'last_30_days', 'last_90_days', 'custom'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** The tables behind the charts of a report; each can be exported. */
export const reportTables = ['status', 'priority', 'service_type', 'timeline', 'technicians', 'ratings'] as const;
export type ReportTable = (typeof reportTables)[number];

/** The length of a timeline's steps: the longer the period, the longer its steps. */
export const timelineSteps = ['day', 'week', 'month'] as const;
export type TimelineStep = (typeof timelineSteps)[number];

/** What a request without a service type is counted as (spec §2). */
export const OTHER_SERVICE = 'Other';
/** The numbers of the KPI boxes' badges, and the length of the list of top technicians (spec §9). */
export const PENDING_MANY = 5;
export const CANCELLED_MANY = 3;
export const TOP_TECHNICIANS = 10;
/** The hour of the first day of a month, in the business's time zone, at which the report of the month before is mailed. */
export const MONTHLY_REPORT_HOUR = 7;
/** How many of a technician's requests a card of the monitor lists. */
export const MONITOR_REQUESTS = 10;
