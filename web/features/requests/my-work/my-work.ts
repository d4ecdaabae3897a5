import { z } from 'zod';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { requests } from '#contract/requests.ts';
import type { Priority, Status } from '#contract/words/requests.ts';
import { addressCodec } from '#web/lib/address-codec.ts';

/** The counts on the Technician Dashboard's cards. Pending is pending plus assigned (spec §2). */
export const workCounts = (stats: ResponseOf<typeof requests.listMine>['stats']) => ({
  total: stats.total,
  pending: stats.pending + stats.assigned,
  in_progress: stats.in_progress,
  completed: stats.completed,
});

/** The filter of the Technician Dashboard in its address: one of its cards, '' for all. */
export const workFilters = addressCodec({ show: z.enum(['pending', 'in_progress', 'completed']).optional() });
export type WorkFilters = typeof workFilters.none;

const isClosed = ({ status }: { status: Status }) => status === 'completed' || status === 'cancelled';

/** Sorts a technician's requests: open emergencies first, then other open ones, then closed ones; newest first in each. */
export function workOf<R extends { status: Status; priority: Priority }>(
  rows: readonly R[],
  show: WorkFilters['show'],
): R[] {
  const rank = (row: R) => (isClosed(row) ? 2 : row.priority === 'urgent' ? 0 : 1);
  const isShown = ({ status }: R) => show === '' || show === status || (show === 'pending' && status === 'assigned');
  return rows.filter(isShown).toSorted((a, b) => rank(a) - rank(b));
}

const FINISHED_AT_FIRST = 10;

/** The rows that are shown before all are asked for: every open one, and the first of the closed ones. */
export function shownAtFirst<R extends { status: Status }>(rows: readonly R[]): R[] {
  const open = rows.filter((row) => !isClosed(row)).length;
  return rows.slice(0, open + FINISHED_AT_FIRST);
}
