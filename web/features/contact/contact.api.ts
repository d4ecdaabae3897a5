import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '#contract/api.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { ApiError, call } from '#web/lib/api-client.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';
import { type ContactFilters, type ContactMessage, contactFilters } from './contact.view.ts';

const all = ['contact'] as const;

/** The queries about contact messages. */
export const contactQueries = {
  /** The key of every list. */
  lists: () => [...all, 'list'] as const,
  /** One page of the list, with the counts of all messages. */
  list: (filters: ContactFilters) =>
    queryOptions({
      queryKey: [...all, 'list', contactFilters.query(filters)],
      queryFn: async ({ signal }) =>
        (await call(api.contact.list, { query: contactFilters.query(filters) }, { signal })).data,
      placeholderData: keepPreviousData,
    }),
  detail: (id: number) =>
    queryOptions({
      queryKey: [...all, 'detail', id],
      queryFn: async ({ signal }) =>
        (await call(api.contact.get, { params: { id: String(id) } }, { signal })).data.contact,
      staleTime: 0,
      gcTime: 0,
    }),
};

/** The requests that were made from a message. The key is that of a read about requests: their live updates renew it. */
export const requestsFrom = (id: number) =>
  queryOptions({
    queryKey: ['requests', 'from_contact', { contact: id }],
    queryFn: async ({ signal }) =>
      (await call(api.requests.listFromContact, { params: { id: String(id) } }, { signal })).requests,
  });

type StatusChange = CallOf<typeof api.contact.setStatus>['body'];
type NotesChange = CallOf<typeof api.contact.setNotes>['body'];

/** Returns a function that reads all lists, and the open message, again. */
export function useRefreshContacts() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: all }), [client]);
}

/** Puts the answer of a change in place of the message, and reads the lists again. */
function useChange<Body>(id: number, send: (body: Body) => Promise<{ data: { contact: ContactMessage } }>) {
  const client = useQueryClient();
  const { queryKey } = contactQueries.detail(id);
  return useMutation({
    mutationFn: async (body: Body) => (await send(body)).data.contact,
    onSuccess: (message) => {
      client.setQueryData(queryKey, message);
      void client.invalidateQueries({ queryKey: [...all, 'list'] });
    },
    // The message has changed or is deleted: its newest state is known before the refusal is shown.
    onError: (error) =>
      error instanceof ApiError && (error.code === 'conflict' || error.code === 'not_found')
        ? client.invalidateQueries({ queryKey })
        : undefined,
  });
}

/** Moves a message to another status (spec §4). */
export function useSetStatus(id: number) {
  const options = useLeaveSignal();
  return useChange(id, (body: StatusChange) =>
    call(api.contact.setStatus, { params: { id: String(id) }, body }, options()),
  );
}

/** Replaces the office's notes on a message. */
export function useSetNotes(id: number) {
  const options = useLeaveSignal();
  return useChange(id, (body: NotesChange) =>
    call(api.contact.setNotes, { params: { id: String(id) }, body }, options()),
  );
}

const removalOf = (id: number) => [...all, 'remove', id];

/**
 * Returns whether this tab is deleting the message or has deleted it. The news of a deletion can arrive before its answer: the message must
 * not be read again then.
 */
export const isDeletedHere = (client: QueryClient, id: number) =>
  client
    .getMutationCache()
    .findAll({ mutationKey: removalOf(id), exact: true })
    .some(({ state }) => state.status === 'pending' || state.status === 'success');

/** Deletes a message for good. */
export function useDeleteContact(id: number) {
  const client = useQueryClient();
  const detail = contactQueries.detail(id);
  return useMutation({
    mutationKey: removalOf(id),
    mutationFn: () => call(api.contact.remove, { params: { id: String(id) } }),
    onMutate: () => client.cancelQueries({ queryKey: detail.queryKey }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...all, 'list'] }),
    // Somebody else was faster. The mutation is still pending here, and a pending one keeps the message from being invalidated.
    onError: (error) =>
      error instanceof ApiError && error.code === 'not_found' ? client.prefetchQuery(detail) : undefined,
  });
}
