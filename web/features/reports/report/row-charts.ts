import type { Report, TechnicianFigures } from '#contract/reports.ts';
import { dayText, monthText, numberText, ratingText, ratingTone, shareText } from '#contract/texts/report-texts.ts';
import { timelineLayers, workLayers } from '#contract/words/reports.ts';
import type { ChartData } from '#web/ui/mantine/charts/ChartTable.tsx';
import type { LegendEntry } from '#web/ui/mantine/charts/Legend.tsx';
import type { Mark, Row } from '#web/ui/mantine/charts/marks.ts';
import { type ListOf, lastDayOf } from '../reports.view.ts';
import { ratingMarks, statusMark } from './share-charts.ts';

/** A chart of rows with several figures each: its marks, and the same in words, as a legend and as a table. */
export type RowChart = {
  marks: readonly Mark[];
  rows: Row[];
  words: string;
  legend: LegendEntry[];
  data: ChartData;
  /** How many rows there are, when the chart has fewer, or would without `isWhole`. */
  all?: number;
};

type Days = Report['days'];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const earlier = (a: string, b: string | null) => (b !== null && b < a ? b : a);
const later = (a: string, b: string | null) => (b !== null && b > a ? b : a);

const totalsOf = (marks: readonly Mark[], rows: readonly Row[]): LegendEntry[] =>
  marks.map((mark) => ({ ...mark, text: numberText(sum(rows.map(({ values }) => values[mark.key] ?? 0))) }));

const stepWords = { day: 'on', week: 'in the week of', month: 'in' } as const;

/**
 * The requests by the day, week or month of their submission.
 * @param today as YYYY-MM-DD; a step that has not ended by then has fewer requests than it will have
 */
export function timeChart(
  { timeline, days }: Pick<Report, 'timeline' | 'days'>,
  today: string,
  listOf: (days: Days) => ListOf,
) {
  const { step, steps } = timeline;
  const marks = timelineLayers.map(statusMark);
  const name = (day: string) => (step === 'month' ? monthText(day) : dayText(day));
  const rows = steps.map(({ day, ...values }): Row => {
    const from = later(day, days.from);
    const to = earlier(lastDayOf(day, step), days.to);
    const list = listOf({ from, to })({ without: 'cancelled' });
    const label = step === 'week' ? `Week of ${name(day)}` : name(day);
    return { key: day, label, values, to: list };
  });
  const totals = rows.map(({ values }) => sum(timelineLayers.map((status) => values[status] ?? 0)));
  const most = Math.max(0, ...totals);
  const peak = steps[totals.indexOf(most)];
  const last = steps.at(-1);
  const isOpen = last !== undefined && lastDayOf(last.day, step) >= today;
  const chart: RowChart = {
    marks,
    rows,
    words:
      peak && most > 0
        ? `By ${step} of submission, without cancelled requests. Most ${stepWords[step]} ${name(peak.day)}: ${numberText(most)}.${isOpen ? ` The last ${step} has not ended.` : ''}`
        : 'No requests besides cancelled ones.',
    legend: totalsOf(marks, rows),
    data: {
      head: [
        step === 'month' ? 'Month' : step === 'week' ? 'Week of' : 'Day',
        'Pending',
        'Assigned',
        'In Progress',
        'Completed',
      ],
      rows: rows.map(({ key, values, to }) => ({
        key,
        cells: [name(key), ...timelineLayers.toReversed().map((status) => numberText(values[status] ?? 0))],
        to,
      })),
    },
  };
  const tick = ({ key }: Row) => (step === 'month' ? monthText(key) : dayText(key, true));
  return { ...chart, tick };
}

/** How many technicians have a bar until all are asked for. The table has them all. */
const BARS = 12;

const barsNote = (all: number, isWhole: boolean, which: string) =>
  all > BARS && !isWhole ? ` The chart shows the ${BARS} with ${which}, the table all ${all}.` : '';

/** The rows of a chart, and how many there are when it doesn't have them all at first. */
const shownOf = (rows: Row[], isWhole: boolean) =>
  rows.length > BARS ? { rows: isWhole ? rows : rows.slice(0, BARS), all: rows.length } : { rows };

/** Where the requests of a technician are. */
export type ListOfTechnician = (technician: { id: number }) => ListOf;

/** What each technician has assigned, in progress and completed. */
export function performanceChart(
  technicians: readonly TechnicianFigures[],
  listOf: ListOfTechnician,
  isWhole = false,
): RowChart {
  const marks = workLayers.map(statusMark);
  const rowOf = (technician: TechnicianFigures): Row => ({
    key: String(technician.id),
    label: technician.name,
    values: { completed: technician.completed, in_progress: technician.in_progress, assigned: technician.assigned },
    to: listOf(technician)(),
    toMark: Object.fromEntries(workLayers.map((status) => [status, listOf(technician)({ status })])),
  });
  const work = ({ completed, in_progress, assigned }: TechnicianFigures) => completed + in_progress + assigned;
  const busiest = technicians.toSorted((a, b) => work(b) - work(a));
  const [best] = technicians.toSorted((a, b) => b.completed - a.completed);
  const all = technicians.map(rowOf);
  const mostCompleted = best?.completed
    ? `Most completed: ${best.name} with ${numberText(best.completed)} of ${numberText(best.total)}.`
    : 'Nothing is completed yet.';
  return {
    marks,
    ...shownOf(busiest.map(rowOf), isWhole),
    words: `${mostCompleted} The bars leave out pending and cancelled requests.${barsNote(technicians.length, isWhole, 'the most work')}`,
    legend: totalsOf(marks, all),
    data: {
      head: ['Technician', 'Assigned', 'In Progress', 'Completed', 'All', 'Completion'],
      rows: technicians.map((technician) => ({
        key: String(technician.id),
        cells: [
          technician.name,
          ...[technician.assigned, technician.in_progress, technician.completed, technician.total].map(numberText),
          shareText(technician.completed, technician.total, 1) ?? 'N/A',
        ],
        to: listOf(technician)(),
      })),
    },
  };
}

/** The average rating of each technician who was rated, best first. */
export function averageRatingChart(
  technicians: readonly TechnicianFigures[],
  listOf: ListOfTechnician,
  isWhole = false,
): RowChart {
  const rated = technicians
    .flatMap(({ average_rating: rating, ...technician }) => (rating === null ? [] : [{ ...technician, rating }]))
    .toSorted((a, b) => b.rating - a.rating || b.rated - a.rated);
  const [best] = rated;
  return {
    marks: ratingMarks,
    ...shownOf(
      rated.map((technician) => ({
        key: String(technician.id),
        label: technician.name,
        values: { [ratingTone(technician.rating)]: technician.rating },
        to: listOf(technician)({ rating: 'any' }),
      })),
      isWhole,
    ),
    words: best
      ? `Best rated: ${best.name} with ${ratingText(best.rating)} of 5.${barsNote(rated.length, isWhole, 'the best ratings')}`
      : '',
    legend: ratingMarks.map((mark) => {
      const count = rated.filter(({ rating }) => ratingTone(rating) === mark.key).length;
      return { ...mark, text: `${numberText(count)} ${count === 1 ? 'technician' : 'technicians'}` };
    }),
    data: {
      head: ['Technician', 'Average Rating', 'Rated Requests'],
      rows: rated.map((technician) => ({
        key: String(technician.id),
        cells: [technician.name, ratingText(technician.rating) ?? 'N/A', numberText(technician.rated)],
        to: listOf(technician)({ rating: 'any' }),
      })),
    },
  };
}
