import type { QueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Assignee, RequestSummary } from '#contract/requests.ts';
import { type Status, statusOnAssign } from '#contract/words/requests.ts';
import { ApiError, call } from '#web/lib/api-client.ts';
import { requestQueries } from '../requests.api.ts';

/** What the office does with one or many requests of a list. */
export type Dispatch = {
  rows: readonly RequestSummary[];
  /** Whether the rows were chosen first. */
  isBulk: boolean;
} & ({ kind: 'assign'; to: Assignee } | { kind: 'status'; to: Status });

export type Outcome = ResponseOf<typeof api.requests.assignMany>;
type List = ResponseOf<typeof api.requests.list>;

/** The request as it will be when the change is accepted. */
export function afterDispatch(row: RequestSummary, change: Dispatch): RequestSummary {
  if (change.kind === 'status') return { ...row, status: change.to };
  return {
    ...row,
    status: statusOnAssign(row.status),
    assigned_to: change.to.id,
    assignedTechnician: { name: change.to.name },
  };
}

/** Changes requests in every list that is in memory. */
export function patchLists(client: QueryClient, patch: (row: RequestSummary) => RequestSummary): void {
  client.setQueriesData<List>(
    { queryKey: requestQueries.lists() },
    (list) => list && { ...list, requests: list.requests.map(patch) },
  );
}

/** Counts assigned requests to their new assignee at once, so that the next menu opens in the right order. */
export function patchAssignees(client: QueryClient, change: Dispatch): void {
  if (change.kind !== 'assign') return;
  const isAtHand = (row: RequestSummary) => ['assigned', 'in_progress'].includes(afterDispatch(row, change).status);
  const atHand = change.rows.filter(isAtHand);
  const moved = (id: number) => {
    const gained = id === change.to.id ? atHand.length : 0;
    return gained - atHand.filter((row) => row.assigned_to === id).length;
  };
  client.setQueryData(requestQueries.assignees().queryKey, (people) =>
    people?.map((person) => ({ ...person, open: Math.max(0, person.open + moved(person.id)) })),
  );
}

/**
 * Sends a change on the versions that its rows show, so that no change of somebody else is overwritten unseen.
 * @param made the versions that earlier changes of this list made: a row may be changed again before it shows the first change
 */
export const sendDispatch = (change: Dispatch, made: ReadonlyMap<number, number>): Promise<Outcome> => {
  const requests = change.rows.map(({ id, version }) => ({ id, version: Math.max(version, made.get(id) ?? 0) }));
  return change.kind === 'assign'
    ? call(api.requests.assignMany, { body: { requests, technician_id: change.to.id } })
    : call(api.requests.changeStatusOfMany, { body: { requests, status: change.to } });
};

/** Whether a change can be undone. What left `completed` cannot: its rating and signature count no longer. */
export const canUndo = (change: Dispatch): boolean =>
  change.kind === 'assign' || change.rows.every(({ status }) => status !== 'completed');

/** Takes one request back from its assignee. A refusal is an outcome like that of a bulk change. */
async function takeBack({ id, external_id }: RequestSummary, version: number): Promise<Outcome & { status?: Status }> {
  try {
    const { request } = await call(api.requests.unassign, { params: { id: String(id) }, body: { version } });
    return { done: [{ id, version: request.version }], refused: [], status: request.status };
  } catch (error) {
    if (!(error instanceof ApiError) || !['conflict', 'not_found'].includes(error.code)) throw error;
    return { done: [], refused: [{ id, external_id, message: error.message }] };
  }
}

type Chosen = { id: number; version: number };
const groups = <K>(rows: readonly RequestSummary[], by: (row: RequestSummary) => K) => [...Map.groupBy(rows, by)];

/**
 * Sets requests back to what they were before an accepted change, each on the version that the change made.
 * @returns the versions after it, and what could not be set back because someone changed it since
 */
export async function undoDispatch(change: Dispatch, done: readonly Chosen[]): Promise<Outcome> {
  const versions = new Map(done.map(({ id, version }) => [id, version]));
  const rows = change.rows.filter(({ id }) => versions.has(id));
  const refused: Outcome['refused'] = [];
  const chosen = (some: readonly RequestSummary[]): Chosen[] =>
    some.flatMap(({ id }) => ({ id, version: versions.get(id) ?? 1 }));
  const note = (outcome: Outcome) => {
    for (const { id, version } of outcome.done) versions.set(id, version);
    for (const one of outcome.refused) versions.delete(one.id);
    refused.push(...outcome.refused);
  };
  const statuses = new Map(rows.map((row) => [row.id, afterDispatch(row, change).status]));
  if (change.kind === 'assign') {
    for (const [assignee, some] of groups(rows, (row) => row.assigned_to)) {
      if (assignee !== null) {
        note(await call(api.requests.assignMany, { body: { requests: chosen(some), technician_id: assignee } }));
        continue;
      }
      for (const one of some) {
        const outcome = await takeBack(one, versions.get(one.id) ?? 1);
        note(outcome);
        if (outcome.status) statuses.set(one.id, outcome.status);
      }
    }
  }
  const moved = rows.filter((row) => versions.has(row.id) && statuses.get(row.id) !== row.status);
  for (const [status, some] of groups(moved, (row) => row.status)) {
    note(await call(api.requests.changeStatusOfMany, { body: { requests: chosen(some), status } }));
  }
  return { done: [...versions].map(([id, version]) => ({ id, version })), refused };
}
