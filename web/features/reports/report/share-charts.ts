import type { Report } from '#contract/reports.ts';
import { numberText, ratingText, ratingTone, shareText } from '#contract/texts/report-texts.ts';
import { priorities, priorityLabels, type Status, statusLabels } from '#contract/words/requests.ts';
import { priorityTones, statusTones } from '#web/domain/request-labels.ts';
import type { ChartData } from '#web/ui/mantine/charts/ChartTable.tsx';
import type { LegendEntry } from '#web/ui/mantine/charts/Legend.tsx';
import { colorOf, type Item, type Mark, plainMark, type Texture } from '#web/ui/mantine/charts/marks.ts';
import type { ListOf } from '../reports.view.ts';

/** A chart of single figures: its marks, and the same in words, as a legend and as a table. */
export type ItemChart = {
  items: Item[];
  words: string;
  legend: LegendEntry[];
  data: ChartData;
  /** How many items there are, when the chart draws the smaller ones together, or would without `isWhole`. */
  all?: number;
};

const statusTextures: Record<Status, Texture> = {
  pending: 'rising',
  assigned: 'dots',
  in_progress: 'level',
  completed: 'solid',
  cancelled: 'grid',
};

/** How a status looks in every chart: its badge's colour, and a texture. */
export const statusMark = (status: Status): Mark => ({
  key: status,
  label: statusLabels[status],
  color: colorOf(statusTones[status]),
  texture: statusTextures[status],
});

const counted = (count: number, word: string) => `${numberText(count)} ${word}${count === 1 ? '' : 's'}`;
/** A figure with its share, for example "12 (30%)". */
const withShare = (value: number, total: number) => {
  const share = shareText(value, total);
  return share === null ? numberText(value) : `${numberText(value)} (${share})`;
};

type Options = { head: readonly [string, string, string]; noun: string };

const largestOf = (items: readonly Item[]) =>
  items.reduce<Item | undefined>((most, item) => (most && most.value >= item.value ? most : item), undefined);

/** Items as a chart: words, legend and table follow from the figures. Slices of nothing are not drawn. */
function itemChart(all: readonly Item[], { head, noun }: Options): ItemChart {
  const total = all.reduce((sum, { value }) => sum + value, 0);
  const most = largestOf(all);
  return {
    items: [...all],
    words: `${counted(total, noun)}.${most ? ` Most: ${most.label} with ${withShare(most.value, total)}.` : ''}`,
    legend: all.map((item) => ({ ...item, text: withShare(item.value, total) })),
    data: {
      head,
      rows: all.map(({ key, label, value, to }) => ({
        key,
        cells: [label, numberText(value), shareText(value, total, 1) ?? 'N/A'],
        to,
      })),
    },
  };
}

/** The requests of a set of statuses, by status. */
export function statusChart(counts: Partial<Record<Status, number>>, listOf: ListOf): ItemChart {
  const statuses = Object.keys(counts) as Status[];
  const items = statuses.map((status) => ({
    ...statusMark(status),
    value: counts[status] ?? 0,
    to: listOf({ status }),
  }));
  return itemChart(items, { head: ['Status', 'Requests', 'Share'], noun: 'request' });
}

const priorityTextures = { low: 'solid', medium: 'level', high: 'rising', urgent: 'grid' } as const;

export function priorityChart(counts: Report['by_priority'], listOf: ListOf): ItemChart {
  const items = priorities.map((priority) => ({
    key: priority,
    label: priorityLabels[priority],
    color: colorOf(priorityTones[priority]),
    texture: priorityTextures[priority],
    value: counts[priority],
    to: listOf({ priority }),
  }));
  return itemChart(items, { head: ['Priority', 'Requests', 'Share'], noun: 'request' });
}

/** How many service types have a slice of their own until all are asked for. */
const SERVICE_SLICES = 6;

/** The service types, the smaller ones in one slice together. The table has them all. */
export function serviceChart(services: Report['by_service_type'], listOf: ListOf, isWhole = false): ItemChart {
  const whole = itemChart(
    services.map(({ service_type, requests }, index) => ({
      key: service_type,
      label: service_type,
      value: requests,
      to: listOf({ service_type }),
      ...plainMark(index),
    })),
    { head: ['Service Type', 'Requests', 'Share'], noun: 'request' },
  );
  if (services.length <= SERVICE_SLICES + 1) return whole;
  const all = services.length;
  if (isWhole) return { ...whole, all };
  const own = whole.items.slice(0, SERVICE_SLICES);
  const small = whole.items.slice(SERVICE_SLICES);
  const rest: Item = {
    // No service type is blank.
    key: '',
    label: `${small.length} smaller types`,
    value: small.reduce((sum, { value }) => sum + value, 0),
    color: 'var(--color-border-strong)',
    texture: 'solid',
  };
  const items = [...own, rest];
  const total = items.reduce((sum, { value }) => sum + value, 0);
  return { ...whole, all, items, legend: items.map((item) => ({ ...item, text: withShare(item.value, total) })) };
}

/** The marks of ratings by their colour. */
export const ratingMarks: readonly Mark[] = [
  { key: 'success', label: '4 and more', color: colorOf('success'), texture: 'solid' },
  { key: 'warning', label: '3 to under 4', color: colorOf('warning'), texture: 'level' },
  { key: 'danger', label: 'Under 3', color: colorOf('danger'), texture: 'rising' },
];

export function ratingChart({ ratings, figures }: Pick<Report, 'ratings' | 'figures'>, listOf: ListOf): ItemChart {
  const items = ratings.map((value, index) => {
    const tone = ratingTone(index + 1);
    const mark = ratingMarks.find(({ key }) => key === tone);
    return {
      key: String(index + 1),
      label: `${index + 1} ${index === 0 ? 'star' : 'stars'}`,
      color: colorOf(tone),
      texture: mark?.texture ?? 'solid',
      value,
      to: listOf({ rating: index + 1 }),
    };
  });
  const chart = itemChart(items, { head: ['Rating', 'Requests', 'Share'], noun: 'rated request' });
  const average = ratingText(figures.average_rating);
  const satisfied = shareText(figures.satisfied, figures.rated);
  if (average === null || satisfied === null) return chart;
  return {
    ...chart,
    words: `${counted(figures.rated, 'rated request')}: ${average} on average, ${satisfied} with 4 or 5 stars.`,
  };
}
