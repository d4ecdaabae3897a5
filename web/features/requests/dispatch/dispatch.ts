import type { QueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Assignee, RequestSummary } from '#contract/request-answers.ts';
import { type Status, statusOnAssign, statusOnUnassign } from '#contract/words/requests.ts';
import { inParts, type OnProgress } from '#web/domain/in-parts.ts';
import { call } from '#web/lib/api-client.ts';
import { requestQueries } from '../requests.api.ts';

/** What the office does with one or many requests of a list. To assign to null takes them back. */
export type Dispatch = {
  rows: readonly RequestSummary[];
  /** Whether the rows were chosen first. */
  isBulk: boolean;
} & ({ kind: 'assign'; to: Assignee | null } | { kind: 'status'; to: Status });

export type Outcome = ResponseOf<typeof api.requests.assignMany>;
type List = ResponseOf<typeof api.requests.list>;

/** The request as it will be when the change is accepted. */
export function afterDispatch(row: RequestSummary, change: Dispatch): RequestSummary {
  if (change.kind === 'status') return { ...row, status: change.to };
  if (change.to === null) {
    const status = row.assigned_to === null ? row.status : statusOnUnassign(row.status);
    return { ...row, status, assigned_to: null, assignedTechnician: null };
  }
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
  const isAtHand = ({ status }: RequestSummary) => status === 'assigned' || status === 'in_progress';
  const after = change.rows.map((row) => afterDispatch(row, change));
  const openOf = (rows: readonly RequestSummary[], id: number) =>
    rows.filter((row) => row.assigned_to === id && isAtHand(row)).length;
  const given = (id: number) =>
    id === change.to?.id ? change.rows.filter(({ assigned_to }) => assigned_to !== id).length : 0;
  client.setQueryData(requestQueries.assignees().queryKey, (people) =>
    people?.map((person) => ({
      ...person,
      open: Math.max(0, person.open + openOf(after, person.id) - openOf(change.rows, person.id)),
      today: person.today + given(person.id),
    })),
  );
}

type Chosen = { id: number; version: number };
type Send = (requests: Chosen[]) => Promise<Outcome>;

const assignTo =
  (id: number | null): Send =>
  (requests) =>
    id === null
      ? call(api.requests.unassignMany, { body: { requests } })
      : call(api.requests.assignMany, { body: { requests, technician_id: id } });

const setStatus =
  (status: Status): Send =>
  (requests) =>
    call(api.requests.changeStatusOfMany, { body: { requests, status } });

const sendParts = (
  rows: readonly RequestSummary[],
  versionOf: (row: RequestSummary) => number,
  send: Send,
  onProgress?: OnProgress,
): Promise<Outcome> =>
  inParts(
    rows,
    (part) => send(part.map((row) => ({ id: row.id, version: versionOf(row) }))),
    ({ id, external_id }, message) => ({ id, external_id, message }),
    onProgress,
  );

/**
 * Sends a change on the versions that its rows show, so that no change of somebody else is overwritten unseen.
 * @param made the versions that earlier changes of this list made: a row may be changed again before it shows the first change
 */
export const sendDispatch = (
  change: Dispatch,
  made: ReadonlyMap<number, number>,
  onProgress?: OnProgress,
): Promise<Outcome> =>
  sendParts(
    change.rows,
    ({ id, version }) => Math.max(version, made.get(id) ?? 0),
    change.kind === 'assign' ? assignTo(change.to?.id ?? null) : setStatus(change.to),
    onProgress,
  );

/** Whether a change can be undone. What left `completed` cannot: its rating and signature count no longer. */
export const canUndo = (change: Dispatch): boolean =>
  change.kind === 'assign' || change.rows.every(({ status }) => status !== 'completed');

const groups = <K>(rows: readonly RequestSummary[], by: (row: RequestSummary) => K) => [...Map.groupBy(rows, by)];

/**
 * Sets requests back to what they were before an accepted change, each on the version that the change made.
 * @returns the versions after it, and what could not be set back because someone changed it since
 */
export async function undoDispatch(
  change: Dispatch,
  done: readonly Chosen[],
  onProgress?: OnProgress,
): Promise<Outcome> {
  const versions = new Map(done.map(({ id, version }) => [id, version]));
  const rows = change.rows.filter(({ id }) => versions.has(id));
  const refused: Outcome['refused'] = [];
  let answered = 0;
  const set = async (some: readonly RequestSummary[], send: Send) => {
    const before = answered;
    const outcome = await sendParts(
      some,
      ({ id }) => versions.get(id) ?? 1,
      send,
      (more) => onProgress?.(before + more),
    );
    answered += some.length;
    for (const { id, version } of outcome.done) versions.set(id, version);
    for (const one of outcome.refused) versions.delete(one.id);
    refused.push(...outcome.refused);
  };
  const statuses = new Map(rows.map((row) => [row.id, afterDispatch(row, change).status]));
  if (change.kind === 'assign') {
    for (const [assignee, some] of groups(rows, (row) => row.assigned_to)) {
      await set(some, assignTo(assignee));
      const then = assignee === null ? statusOnUnassign : statusOnAssign;
      for (const { id, status } of some) statuses.set(id, then(statuses.get(id) ?? status));
    }
  }
  const moved = rows.filter((row) => versions.has(row.id) && statuses.get(row.id) !== row.status);
  for (const [status, some] of groups(moved, (row) => row.status)) await set(some, setStatus(status));
  return { done: [...versions].map(([id, version]) => ({ id, version })), refused };
}
