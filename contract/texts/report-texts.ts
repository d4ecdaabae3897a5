import type { Report, ReportFigures, TechnicianFigures } from '../reports.ts';
import { CANCELLED_MANY, PENDING_MANY, TOP_TECHNICIANS } from '../words/reports.ts';
import type { Status } from '../words/requests.ts';

/** Formats the figures of a report, on screens and in the mailed document (spec §2 Reports & Analytics, §9). */

export const numberText = (value: number): string => value.toLocaleString('en-US');

/** A share as a percentage; null when the whole is zero. */
export const shareText = (part: number, whole: number, digits = 0): string | null =>
  whole === 0 ? null : `${((100 * part) / whole).toFixed(digits)}%`;

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** A duration with one decimal, in hours below 24 and in days above (spec §9); null for no duration. */
export function durationText(seconds: number | null): string | null {
  if (seconds === null) return null;
  const [unit, length] = seconds < DAY ? ['hour', HOUR] : ['day', DAY];
  const count = (seconds / length).toFixed(1);
  return `${count} ${unit}${count === '1.0' ? '' : 's'}`;
}

/** An average rating with one decimal (spec §9); null without ratings. */
export const ratingText = (rating: number | null): string | null => rating?.toFixed(1) ?? null;

/** The color of a rating as it is shown: green at 4 or more, yellow at 3, red below 3 (spec §9). */
export function ratingTone(rating: number): 'success' | 'warning' | 'danger' {
  const shown = Number(ratingText(rating));
  if (shown >= 4) return 'success';
  return shown >= 3 ? 'warning' : 'danger';
}

const inUtc = (day: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** A calendar day, for example "Nov 3, 2026", or "Nov 3" when it is short. */
export const dayText = (day: string, short = false): string =>
  inUtc(day, short ? { month: 'short', day: 'numeric' } : { dateStyle: 'medium' });

/** A calendar month, for example "Nov 2026", or "November 2026" when it is long. */
export const monthText = (day: string, long = false): string =>
  inUtc(day, { month: long ? 'long' : 'short', year: 'numeric' });

const DAY_MS = 86_400_000;
const isFirst = (day: string) => day.endsWith('-01');
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** A range of days in words, whole months and years by their names; null when it is open at both ends. */
export function daysText({ from, to }: Report['days']): string | null {
  if (from && to) {
    const isYears = from.endsWith('-01-01') && to.endsWith('-12-31');
    const isMonths = isFirst(from) && isFirst(dayAfter(to));
    const nameOf = (day: string) => (isYears ? day.slice(0, 4) : isMonths ? monthText(day, true) : dayText(day));
    const [first, last] = [nameOf(from), nameOf(to)];
    return first === last ? first : `${first} to ${last}`;
  }
  return from ? `since ${dayText(from)}` : to ? `until ${dayText(to)}` : null;
}

/** How a figure compares with the previous period. */
export type Comparison = { direction: 'up' | 'down' | 'same' | 'none'; text: string };
type Measured = { value: number | null; text: string | null };
type Stat = { key: string; label: string; measure: (figures: ReportFigures) => Measured };

const share = (part: number, whole: number): Measured => ({
  value: whole === 0 ? null : part / whole,
  text: shareText(part, whole),
});
const counted = (value: number): Measured => ({ value, text: numberText(value) });

/** The figures of the stat cards that belong to the period (spec §2), and two that the office can change. */
const stats: readonly Stat[] = [
  { key: 'total', label: 'Total Requests', measure: ({ total }) => counted(total) },
  { key: 'completed', label: 'Completed', measure: ({ by_status }) => counted(by_status.completed) },
  {
    key: 'resolution',
    label: 'Avg Resolution Time',
    measure: ({ average_resolution_seconds: value }) => ({ value, text: durationText(value) }),
  },
  {
    key: 'response',
    label: 'Avg First Response',
    measure: ({ average_first_response_seconds: value }) => ({ value, text: durationText(value) }),
  },
  {
    key: 'same_day',
    label: 'Assigned Same Day',
    measure: ({ assigned_same_day, total }) => share(assigned_same_day, total),
  },
  {
    key: 'rating',
    label: 'Avg Rating',
    measure: ({ average_rating: value }) => ({ value, text: ratingText(value) }),
  },
  { key: 'satisfaction', label: 'Satisfaction', measure: ({ satisfied, rated }) => share(satisfied, rated) },
];

/** Compares a figure with that of the previous period, as both are shown. */
function compare(now: Measured, before: Measured): Comparison {
  if (before.text === null || before.value === null) {
    return { direction: 'none', text: now.text === null ? 'None before either' : 'None in the period before' };
  }
  if (now.value === null) return { direction: 'none', text: `${before.text} in the period before` };
  if (now.text === before.text) return { direction: 'same', text: 'No change' };
  return now.value > before.value
    ? { direction: 'up', text: `Up from ${before.text}` }
    : { direction: 'down', text: `Down from ${before.text}` };
}

/** The stat cards of a report, with 'N/A' for missing values (spec §9). The period "all time" has no previous period. */
export const statsOf = ({ figures, previous }: Pick<Report, 'figures' | 'previous'>) =>
  stats.map(({ key, label, measure }) => {
    const now = measure(figures);
    return {
      key,
      label,
      text: now.text ?? 'N/A',
      comparison: previous && compare(now, measure(previous.figures)),
    };
  });

/** The labels of the stat cards, shown while a report loads. */
export const statLabels = stats.map(({ key, label }) => ({ key, label }));

/** A KPI box. `tone` is the tone of its badge. */
export type Kpi = {
  key: Status;
  label: string;
  text: string;
  badge: string;
  tone: 'success' | 'warning' | 'danger' | 'primary' | 'neutral';
};

/** The KPI boxes with their badges (spec §2, thresholds of §9). */
export function kpisOf({ total, by_status }: Pick<ReportFigures, 'total' | 'by_status'>): Kpi[] {
  const { pending, in_progress, completed, cancelled } = by_status;
  const isLate = pending > PENDING_MANY;
  const isHigh = cancelled > CANCELLED_MANY;
  return [
    {
      key: 'completed',
      label: 'Completion Rate',
      text: shareText(completed, total, 1) ?? 'N/A',
      badge: 'On Track',
      tone: 'success',
    },
    {
      key: 'pending',
      label: 'Pending Requests',
      text: numberText(pending),
      badge: isLate ? 'Needs Attention' : 'Good',
      tone: isLate ? 'warning' : 'success',
    },
    { key: 'in_progress', label: 'In Progress', text: numberText(in_progress), badge: 'Active', tone: 'primary' },
    {
      key: 'cancelled',
      label: 'Cancelled',
      text: numberText(cancelled),
      badge: isHigh ? 'High' : 'Normal',
      tone: isHigh ? 'danger' : 'neutral',
    },
  ];
}

/** The technicians with the most completed requests, of those who had one; ties are ordered by name (spec §2, §9). */
export const topTechnicians = (technicians: readonly TechnicianFigures[]) =>
  technicians
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.completed - a.completed || a.name.localeCompare(b.name, 'en-US'))
    .slice(0, TOP_TECHNICIANS)
    .map((technician, index) => ({ ...technician, rank: index + 1 }));
