import { z } from 'zod';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { WorkSummary } from '#contract/request-answers.ts';
import type { requests } from '#contract/requests.ts';
import { searchText } from '#contract/text.ts';
import { matchesSearch } from '#contract/texts/matches.ts';
import { type Priority, type Status, statuses, waitingOf, waitingStatuses } from '#contract/words/requests.ts';
import { addressCodec } from '#web/lib/address-codec.ts';
import type { Item } from '#web/lib/outbox/outbox.ts';

/** The counts on the Technician Dashboard's cards (spec §2). */
export const workCounts = (stats: ResponseOf<typeof requests.listMine>['stats']) => ({
  total: stats.total,
  pending: waitingOf(stats),
  in_progress: stats.in_progress,
  completed: stats.completed,
});

/** The filter of the Technician Dashboard in its address: one of its cards, '' for all. */
export const workFilters = addressCodec({ show: z.enum(['pending', 'in_progress', 'completed']).optional() });
export type WorkFilters = typeof workFilters.none;

const isClosed = ({ status }: { status: Status }) => status === 'completed' || status === 'cancelled';

/** The search of My Requests in its address. */
export const workSearch = addressCodec({ search: searchText });

type Work = Pick<WorkSummary, 'status' | 'priority' | 'created_at'>;

const urgency: Record<Priority, number> = { urgent: 0, high: 2, medium: 3, low: 4 };
/** What to turn to first. Work that has begun stands behind emergencies only. */
const rankOf = ({ status, priority }: Work) =>
  priority !== 'urgent' && status === 'in_progress' ? 1 : urgency[priority];

/** Sorts a technician's requests: open ones by urgency, the longest waiting first; then closed ones, the newest first. */
export function workOf<R extends Work>(rows: readonly R[], show: WorkFilters['show'] = ''): R[] {
  const ofCard: readonly Status[] = show === '' ? statuses : show === 'pending' ? waitingStatuses : [show];
  const shown = rows.filter(({ status }) => ofCard.includes(status));
  const open = shown.filter((row) => !isClosed(row));
  const oldestFirst = (a: R, b: R) => Date.parse(a.created_at) - Date.parse(b.created_at);
  return [...open.toSorted((a, b) => rankOf(a) - rankOf(b) || oldestFirst(a, b)), ...shown.filter(isClosed)];
}

/** The requests that have all words of a search in their ID, title or customer. */
export const foundWork = (rows: readonly WorkSummary[], search: string): WorkSummary[] =>
  rows.filter(({ external_id, title, customer: { name, email, address, phone } }) =>
    matchesSearch([external_id, title, name, email, address], phone, search),
  );

const FINISHED_AT_FIRST = 10;

/** The rows that are shown before all are asked for: every open one, and the first of the closed ones. */
export function shownAtFirst<R extends { status: Status }>(rows: readonly R[]): R[] {
  const open = rows.filter((row) => !isClosed(row)).length;
  return rows.slice(0, open + FINISHED_AT_FIRST);
}

const marks = {
  draft: ['warning', 'Not finished'],
  sending: ['info', 'Sending'],
  waiting: ['warning', 'Not sent yet'],
  refused: ['danger', 'Not accepted'],
} as const;

/** How the list marks a request whose update is on this device only. */
export const unsentMark = ({ stage }: Pick<Item, 'stage'>) => marks[stage];
