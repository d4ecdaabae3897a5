import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api } from '#contract/api.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { reports } from '#contract/reports.ts';
import { ApiError, call } from '#web/lib/api-client.ts';
import { logged } from '#web/lib/logged.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';
import { type Filters, type HeldFilters, heldFilters, queryOf, rangeProblem } from './requests.filters.ts';

const all = ['requests'] as const;

/** What is kept on a technician's phone of the reads `mine` and `detail`. */
export const keptSchemas = { mine: api.requests.listMine.response, detail: api.requests.get.response.shape.request };

type MonitorQuery = NonNullable<CallOf<typeof reports.monitor>['query']>;

/** The queries about requests. */
export const requestQueries = {
  /** The beginning of every list's key. */
  lists: () => [...all, 'list'] as const,
  /** One page of the office's list. A date range that runs backwards is not sent; the last page stays. */
  list: (filters: Filters) =>
    queryOptions({
      queryKey: [...all, 'list', queryOf(filters)],
      queryFn: ({ signal }) => call(api.requests.list, { query: queryOf(filters) }, { signal }),
      enabled: rangeProblem(filters) === null,
      placeholderData: keepPreviousData,
    }),
  stats: () =>
    queryOptions({
      queryKey: [...all, 'stats'],
      queryFn: async ({ signal }) => (await call(api.requests.stats, {}, { signal })).stats,
    }),
  attention: () =>
    queryOptions({
      queryKey: [...all, 'attention'],
      queryFn: async ({ signal }) => (await call(api.requests.attention, {}, { signal })).attention,
    }),
  /** One page of the held requests. */
  held: (filters: HeldFilters) =>
    queryOptions({
      queryKey: [...all, 'held', 'list', heldFilters.query(filters)],
      queryFn: ({ signal }) => call(api.heldRequests.list, { query: heldFilters.query(filters) }, { signal }),
      placeholderData: keepPreviousData,
    }),
  heldCount: () =>
    queryOptions({
      queryKey: [...all, 'held', 'count'],
      queryFn: async ({ signal }) => (await call(api.heldRequests.count, {}, { signal })).count,
    }),
  mine: () =>
    queryOptions({
      queryKey: [...all, 'mine'],
      queryFn: ({ signal }) => call(api.requests.listMine, {}, { signal }),
    }),
  /** One page of the technicians with their requests. */
  monitor: (query: MonitorQuery) =>
    queryOptions({
      queryKey: [...all, 'monitor', query],
      queryFn: ({ signal }) =>
        logged('The technicians could not be loaded', call(reports.monitor, { query }, { signal }), signal),
      placeholderData: keepPreviousData,
    }),
  /** The towns of all requests by name. */
  towns: () =>
    queryOptions({
      queryKey: [...all, 'towns'],
      queryFn: async ({ signal }) => (await call(api.requests.towns, {}, { signal })).towns,
    }),
  /** Whom requests can be assigned to, with what each has at hand. */
  assignees: () =>
    queryOptions({
      queryKey: [...all, 'assignees'],
      queryFn: async ({ signal }) => (await call(api.requests.assignees, {}, { signal })).assignees,
    }),
  /** Read again whenever a dialog opens, because file paths are valid for minutes only. */
  detail: (id: number) =>
    queryOptions({
      queryKey: [...all, 'detail', id],
      queryFn: async ({ signal }) => (await call(api.requests.get, { params: { id: String(id) } }, { signal })).request,
      staleTime: 0,
      gcTime: 0,
    }),
  /** The notes before one that is known by its number, in steps, newest step first. */
  earlierNotes: (id: number, before: number) =>
    infiniteQueryOptions({
      queryKey: [...all, 'notes', id, before],
      queryFn: ({ pageParam, signal }) =>
        call(api.requests.notes, { params: { id: String(id) }, query: { before: String(pageParam) } }, { signal }),
      initialPageParam: before,
      getNextPageParam: ({ first }) => (first !== null && first > 1 ? first : undefined),
      placeholderData: keepPreviousData,
    }),
  /** The files before one of the request, in steps, newest step first. Their paths are valid for minutes only. */
  earlierFiles: (id: number, before: string) =>
    infiniteQueryOptions({
      queryKey: [...all, 'files', id, before],
      queryFn: ({ pageParam, signal }) =>
        call(api.requests.files, { params: { id: String(id) }, query: { before: pageParam } }, { signal }),
      initialPageParam: before,
      getNextPageParam: ({ files, more }) => (more ? files[0]?.id : undefined),
      gcTime: 0,
    }),
  /** How often the request was looked up by its tracking ID. */
  tracking: (id: number) =>
    queryOptions({
      queryKey: [...all, 'tracking', id],
      queryFn: ({ signal }) => call(api.requests.trackingStats, { params: { id: String(id) } }, { signal }),
    }),
  /** The customer's link to the work order; null when none is valid. */
  workOrderLink: (id: number) =>
    queryOptions({
      queryKey: [...all, 'work_order_link', id],
      queryFn: async ({ signal }) => (await call(api.workOrders.link, { params: { id: String(id) } }, { signal })).link,
    }),
};

/** The request as the technician's list has it, while its details are not there. Reads nothing itself. */
export function useListedRequest(id: number) {
  const { data } = useQuery({ ...requestQueries.mine(), enabled: false });
  return data?.requests.find((request) => request.id === id) ?? null;
}

/** Makes a customer's link to the work order, or ends all links of the request. */
export function useWorkOrderLink(id: number) {
  const client = useQueryClient();
  const options = useLeaveSignal();
  const input = { params: { id: String(id) } };
  const { queryKey } = requestQueries.workOrderLink(id);
  const create = useMutation({
    mutationFn: async () => (await call(api.workOrders.createLink, input, options())).link,
    onSuccess: (link) => client.setQueryData(queryKey, link),
  });
  const revoke = useMutation({
    mutationFn: () => call(api.workOrders.revokeLink, input, options()),
    onSuccess: () => client.setQueryData(queryKey, null),
  });
  return { create, revoke };
}

type Assignment = CallOf<typeof api.requests.assign>['body'];
type StatusChange = CallOf<typeof api.requests.changeStatus>['body'];
type Correction = CallOf<typeof api.requests.update>['body'];

/**
 * Reads the request again when a change was refused, because the change may be based on an old version. The refusal is
 * shown when the newest version is loaded or could not be loaded. The form keeps what was entered.
 */
function useRereadOnRefusal(id: number) {
  const client = useQueryClient();
  return async (error: unknown) => {
    if (error instanceof ApiError && (error.code === 'conflict' || error.code === 'validation_failed')) {
      await client.invalidateQueries({ queryKey: requestQueries.detail(id).queryKey });
    }
  };
}

/** Reads a request again, and says whether that is going on. */
export function useReread(id: number) {
  const client = useQueryClient();
  const [isRereading, setRereading] = useState(false);
  const reread = async () => {
    setRereading(true);
    await client.invalidateQueries({ queryKey: requestQueries.detail(id).queryKey });
    setRereading(false);
  };
  return { isRereading, reread };
}

/** Assigns a request (spec §2, Assignment tab). The screens refresh when their dialog closes. */
export function useAssignRequest(id: number) {
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: (body: Assignment) => call(api.requests.assign, { params: { id: String(id) }, body }, options()),
    onError: useRereadOnRefusal(id),
  });
}

/** Sets a request's status as an admin (spec §2, Status tab). */
export function useChangeStatus(id: number) {
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: (body: StatusChange) =>
      call(api.requests.changeStatus, { params: { id: String(id) }, body }, options()),
    onError: useRereadOnRefusal(id),
  });
}

/** Corrects the submitted fields of a request (spec §7 PUT). */
export function useCorrectRequest(id: number) {
  const client = useQueryClient();
  const options = useLeaveSignal();
  return useMutation({
    mutationFn: (body: Correction) => call(api.requests.update, { params: { id: String(id) }, body }, options()),
    onSuccess: ({ request }) => client.setQueryData(requestQueries.detail(id).queryKey, request),
    onError: useRereadOnRefusal(id),
  });
}

type Settlement = { id: number; how: 'all' | 'notes_and_photos' | 'discard' };

/** Saves refused work of a request, whole or in part, or discards it. What someone else was first with is read again. */
export function useSettleRefusedWork(requestId: number) {
  const client = useQueryClient();
  const options = useLeaveSignal();
  const refresh = useRefreshRequests();
  const { queryKey } = requestQueries.detail(requestId);
  return useMutation({
    mutationFn: ({ id, how }: Settlement) => {
      const params = { id: String(id) };
      return how === 'discard'
        ? call(api.refusedWork.discard, { params }, options())
        : call(api.refusedWork.save, { params, body: { parts: how } }, options());
    },
    onSuccess: ({ request }) => {
      client.setQueryData(queryKey, request);
      void refresh();
    },
    onError: async (error) => {
      if (error instanceof ApiError && ['conflict', 'not_found'].includes(error.code))
        await client.invalidateQueries({ queryKey });
    },
  });
}

/** Accepts or deletes a held request. Everything is read again, also when someone else was first. */
export function useDecideHeld() {
  const options = useLeaveSignal();
  const refresh = useRefreshRequests();
  return useMutation({
    mutationFn: async ({ id, how }: { id: number; how: 'accept' | 'delete' }) => {
      const params = { id: String(id) };
      if (how === 'accept') return (await call(api.heldRequests.accept, { params }, options())).request;
      await call(api.heldRequests.remove, { params }, options());
      return null;
    },
    onSettled: () => void refresh(),
  });
}

/** Returns a function that reads all lists and counts of requests again. */
export function useRefreshRequests() {
  const client = useQueryClient();
  return useCallback(
    () => client.invalidateQueries({ queryKey: all, predicate: ({ queryKey }) => queryKey[1] !== 'detail' }),
    [client],
  );
}
