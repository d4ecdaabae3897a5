import type { Business } from '#contract/business.ts';
import type { Report } from '#contract/reports.ts';
import { type Letterhead, letterheadOf } from '#contract/texts/letterhead.ts';
import {
  daysText,
  dayText,
  kpisOf,
  monthText,
  numberText,
  ratingText,
  ratingTone,
  shareText,
  statsOf,
  topTechnicians,
} from '#contract/texts/report-texts.ts';
import { timelineLayers, workLayers } from '#contract/words/reports.ts';
import { priorities, priorityLabels, type Status, statuses, statusLabels } from '#contract/words/requests.ts';

/** A part of a bar: its share of the longest bar, from 0 to 1. A status and the tone of a rating (spec §9) have their colours. */
type Part = { key: Status | ReturnType<typeof ratingTone> | 'plain'; share: number };
type Bar = { label: string; text: string; parts: readonly Part[] };
type Legend = readonly { key: Status; label: string; text: string }[];
/** A chart of lying bars. `note` says what they leave out, `none` stands in place of no bars. */
type Bars = { title: string; note: string; bars: readonly Bar[]; none: string; legend: Legend };

/** What the template `documents/pdf/report.typ` prints: texts ready to be shown, and lengths of bars. */
export type ReportSheet = {
  month: string;
  printed_at: string;
  business: Letterhead;
  compared: string | null;
  /** Null when there is a report. */
  empty: string | null;
  stats: readonly { label: string; text: string; comparison: string }[];
  kpis: readonly { label: string; text: string; badge: string; tone: string }[];
  /** A column for each day of the month, with shares of the highest column from 0 to 1, in the order of the legend. */
  days: {
    words: string;
    most: string;
    legend: Legend;
    columns: readonly { label: string; shares: readonly number[] }[];
  };
  charts: readonly Bars[];
  technicians: readonly (readonly string[])[];
};

/** How many service types have a bar of their own, and how many technicians. */
const SERVICE_BARS = 8;
const TECHNICIAN_BARS = 12;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Says in a title that there are more technicians than bars. */
const whichOf = (which: string, all: number) =>
  all > TECHNICIAN_BARS ? `: The ${which} ${TECHNICIAN_BARS} of ${all}` : '';

/** Counts as bars, with their share of the whole. */
function barsOf(title: string, counts: readonly (readonly [string, number])[], none = 'None'): Bars {
  const whole = sum(counts.map(([, n]) => n));
  const longest = Math.max(1, ...counts.map(([, n]) => n));
  const bars = counts.map(([label, n]) => ({
    label,
    parts: [{ key: 'plain' as const, share: n / longest }],
    text: whole === 0 ? numberText(n) : `${numberText(n)} (${shareText(n, whole)})`,
  }));
  return { title, note: '', bars: whole === 0 ? [] : bars, none, legend: [] };
}

function servicesOf(services: Report['by_service_type']): (readonly [string, number])[] {
  const counts = services.map(({ service_type, requests }) => [service_type, requests] as const);
  if (counts.length <= SERVICE_BARS + 1) return counts;
  const small = counts.slice(SERVICE_BARS);
  return [...counts.slice(0, SERVICE_BARS), [`${small.length} smaller types`, sum(small.map(([, n]) => n))]];
}

function ratingsOf(ratings: Report['ratings']): Bars {
  const counts = ratings.map((n, index) => [`${index + 1} ${index === 0 ? 'star' : 'stars'}`, n] as const);
  const { bars, ...rest } = barsOf('Ratings', counts, 'No rating data available yet');
  const inTone = (parts: readonly Part[], rating: number) =>
    parts.map((part) => ({ ...part, key: ratingTone(rating) }));
  return { ...rest, bars: bars.map((bar, index) => ({ ...bar, parts: inTone(bar.parts, index + 1) })) };
}

function ratingBars(technicians: Report['technicians']): Bars {
  const rated = technicians
    .flatMap(({ name, rated, average_rating }) => (average_rating === null ? [] : [{ name, rated, average_rating }]))
    .toSorted((a, b) => b.average_rating - a.average_rating || b.rated - a.rated);
  const bars = rated.slice(0, TECHNICIAN_BARS).map(({ name, rated, average_rating }) => ({
    label: name,
    parts: [{ key: ratingTone(average_rating), share: average_rating / 5 }],
    text: `${ratingText(average_rating)} of 5 (${numberText(rated)} rated)`,
  }));
  const title = `Technician Average Ratings${whichOf('Best', rated.length)}`;
  return { title, note: '', bars, none: 'No rating data available yet', legend: [] };
}

/** What each technician has completed, in progress and assigned, the most work first. */
function workBars(technicians: Report['technicians']): Bars {
  const counts = technicians
    .map((technician) => ({ technician, counts: workLayers.map((key) => ({ key, count: technician[key] })) }))
    .map(({ technician, counts }) => ({ name: technician.name, counts, work: sum(counts.map(({ count }) => count)) }))
    .toSorted((a, b) => b.work - a.work);
  const longest = Math.max(1, counts[0]?.work ?? 0);
  const bars = counts.slice(0, TECHNICIAN_BARS).map(({ name, counts, work }) => ({
    label: name,
    parts: counts.map(({ key, count }) => ({ key, share: count / longest })),
    text: numberText(work),
  }));
  const legend = workLayers.map((key) => ({
    key,
    label: statusLabels[key],
    text: numberText(sum(technicians.map((technician) => technician[key]))),
  }));
  const title = `Technician Performance${whichOf('Busiest', counts.length)}`;
  return { title, note: 'Without pending and cancelled requests.', bars, none: 'No technicians yet', legend };
}

/** The requests of each of these days, days without requests included. */
function daysOf({ timeline }: Report, all: readonly string[]): ReportSheet['days'] {
  const known = new Map(timeline.steps.map((step) => [step.day, step]));
  const days = all.map((day, index) => {
    const step = known.get(day);
    return { label: String(index + 1), day, counts: timelineLayers.map((status) => step?.[status] ?? 0) };
  });
  const totals = days.map(({ counts }) => sum(counts));
  const most = Math.max(0, ...totals);
  const peak = days[totals.indexOf(most)];
  const scale = Math.max(1, most);
  return {
    words: `Requests by the day on which they were submitted, without cancelled ones.${most > 0 && peak ? ` Most on ${dayText(peak.day, true)}: ${numberText(most)}.` : ''}`,
    most: numberText(most),
    legend: timelineLayers.map((key, index) => ({
      key,
      label: statusLabels[key],
      text: numberText(sum(days.map(({ counts }) => counts[index] ?? 0))),
    })),
    columns: days.map(({ label, counts }) => ({ label, shares: counts.map((n) => n / scale) })),
  };
}

/**
 * Lays the report of a month out for printing, with the figures of Reports & Analytics (spec §2).
 * @param days all days of the month in their order, as YYYY-MM-DD
 */
export function sheetOf(
  report: Report,
  { days, business, printedAt }: { days: readonly [first: string, ...string[]]; business: Business; printedAt: string },
): ReportSheet {
  const { figures, previous, by_priority, by_service_type, ratings, technicians } = report;
  const name = monthText(days[0], true);
  const before = previous && daysText(previous.days);
  return {
    month: name,
    printed_at: printedAt,
    business: letterheadOf(business),
    compared: before && `Compared with ${before}`,
    empty: figures.total === 0 ? `No requests were submitted in ${name}.` : null,
    stats: [
      ...statsOf(report).map(({ label, text, comparison }) => ({ label, text, comparison: comparison?.text ?? '' })),
      {
        label: 'Active Technicians',
        text: numberText(report.technicians_total),
        comparison: 'All technician accounts',
      },
    ],
    kpis: kpisOf(figures).map(({ label, text, badge, tone }) => ({ label, text, badge, tone })),
    days: daysOf(report, days),
    charts: [
      barsOf(
        'Status',
        statuses.map((status) => [statusLabels[status], figures.by_status[status]]),
      ),
      barsOf(
        'Priority',
        priorities.map((priority) => [priorityLabels[priority], by_priority[priority]]),
      ),
      barsOf('Service Types', servicesOf(by_service_type)),
      ratingsOf(ratings),
      workBars(technicians),
      ratingBars(technicians),
    ],
    technicians: topTechnicians(technicians).map(({ rank, name, total, completed, in_progress }) => [
      String(rank),
      name,
      ...[total, completed, in_progress].map(numberText),
      shareText(completed, total, 1) ?? 'N/A',
    ]),
  };
}
