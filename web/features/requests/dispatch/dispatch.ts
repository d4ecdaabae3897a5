import type { QueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Assignee, RequestSummary } from '#contract/request-answers.ts';
import {
  atHandStatuses,
  openStatuses,
  type Status,
  statusOnAssign,
  statusOnUnassign,
} from '#contract/words/requests.ts';
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

/** Whether a change ends several requests at once. Their customers are told, and a late undo takes no mail back. */
export const endsMany = (change: Dispatch): boolean =>
  change.kind === 'status' && change.rows.length > 1 && !openStatuses.some((status) => status === change.to);

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
  const isAtHand = ({ status }: RequestSummary) => (atHandStatuses as readonly Status[]).includes(status);
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

/** A row that could not be sent, as one that the server has refused. */
const named = ({ id, external_id }: RequestSummary, message: string) => ({ id, external_id, message });

/**
 * Sends a change on the versions that its rows show, so that no change of somebody else is overwritten unseen.
 * @param made the versions that earlier changes of this list made: a row may be changed again before it shows the first change
 */
export const sendDispatch = (
  change: Dispatch,
  made: ReadonlyMap<number, number>,
  onProgress?: OnProgress,
): Promise<Outcome> => {
  const send = change.kind === 'assign' ? assignTo(change.to?.id ?? null) : setStatus(change.to);
  return inParts(
    change.rows,
    (part) => send(part.map(({ id, version }) => ({ id, version: Math.max(version, made.get(id) ?? 0) }))),
    named,
    onProgress,
  );
};

/**
 * Sets requests back to what they were before an accepted change, each on the version that the change made.
 * @returns the versions after it, and what could not be set back because someone changed it since
 */
export function undoDispatch(change: Dispatch, done: readonly Chosen[], onProgress?: OnProgress): Promise<Outcome> {
  const versions = new Map(done.map(({ id, version }) => [id, version]));
  return inParts(
    change.rows.filter(({ id }) => versions.has(id)),
    (part) =>
      call(api.requests.restoreMany, {
        body: {
          requests: part.map(({ id, assigned_to, status }) => ({ id, version: versions.get(id), assigned_to, status })),
        },
      }),
    named,
    onProgress,
  );
}
