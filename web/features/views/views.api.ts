import {
  type Mutation,
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#contract/api.ts';
import type { View } from '#contract/views.ts';
import type { ChosenTable } from '#contract/words/views.ts';
import { type Answer, ApiError, type CallOptions, call } from '#web/lib/api-client.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import type { TableChoices } from '#web/ui/mantine/table/TableChooser.tsx';
import { takeOver } from './take-over/take-over.ts';
import { choicesOf, failureText, usualChoices, type ViewContent } from './views.view.ts';

/**
 * The views and columns of one person. The person is part of the key, so that nobody else at this browser sees them. They are
 * read again when the window gets the focus and when the views are opened, and not by the poll: nobody else changes them.
 */
const viewsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['views', userId],
    queryFn: async ({ signal }) => takeOver(await call(api.views.list, {}, { signal }), userId),
    refetchInterval: false,
  });

const useOwner = () => useSession().user?.id ?? 0;

/** The saved views of the person signed in, and what changes them, one view at a time. */
export function useViews() {
  const query = viewsQuery(useOwner());
  const client = useQueryClient();
  const patch = async (change: (views: readonly View[]) => View[]) => {
    // A read that is on its way is older than the change.
    await client.cancelQueries({ queryKey: query.queryKey });
    client.setQueryData(query.queryKey, (known) => known && { ...known, views: change(known.views) });
  };
  // What was refused may be based on views that another device has changed.
  const onError = (error: unknown) =>
    error instanceof ApiError && error.status > 0 ? client.invalidateQueries({ queryKey: query.queryKey }) : undefined;
  const create = useMutation({
    mutationFn: async ({ name, query, hidden, density }: ViewContent) =>
      (await call(api.views.create, { body: { name, query, hidden: [...hidden], density } })).view,
    onSuccess: (view) => patch((views) => [...views, view]),
    onError,
  });
  const update = useMutation({
    mutationFn: async ({ id, name, query, hidden, density, version }: View) =>
      (await call(api.views.update, { params: { id: String(id) }, body: { name, query, hidden, density, version } }))
        .view,
    onSuccess: (view) => patch((views) => views.map((one) => (one.id === view.id ? view : one))),
    onError,
  });
  const remove = useMutation({
    mutationFn: async ({ id }: View) => {
      await call(api.views.remove, { params: { id: String(id) } });
    },
    onSuccess: (_, { id }) => patch((views) => views.filter((one) => one.id !== id)),
    onError,
  });
  return { list: useQuery(query), create, update, remove };
}

/** Sends a call that goes on when the page is left, which an XMLHttpRequest does not. It can be neither aborted nor followed. */
async function outlivingPage(method: string, url: string, body: BodyInit | null, headers: Headers): Promise<Answer> {
  const lost = () => Promise.reject(new ApiError(0, {}));
  const answer = await fetch(url, { method, body, headers, keepalive: true }).catch(lost);
  return {
    status: answer.status,
    text: await answer.text().catch(lost),
    token: answer.headers.get('x-auth-token'),
    date: answer.headers.get('date'),
  };
}

const saveTable = async (table: ChosenTable, { hidden, density }: TableChoices, options: CallOptions = {}) =>
  (await call(api.views.chooseTable, { body: { table, hidden: [...hidden], density } }, options)).table;

/** The calls that save a table's choice: one after the other, and known to every screen, because each outlives its own. */
const savesOf = (userId: number, table: ChosenTable) => ({ mutationKey: ['columns', userId, table], exact: true });
const unsavedOf = ({ state }: Mutation) =>
  state.status === 'success' ? null : ((state.variables as TableChoices | undefined) ?? null);
const newestUnsaved = (client: QueryClient, saves: ReturnType<typeof savesOf>) =>
  client.getMutationCache().findAll(saves).map(unsavedOf).at(-1) ?? null;

/** The columns and the density that the person signed in has chosen for a table. What cannot be saved stays chosen for the moment. */
export function useTableChoices(table: ChosenTable) {
  const owner = useOwner();
  const query = viewsQuery(owner);
  const client = useQueryClient();
  const { show } = useToasts();
  const list = useQuery(query);
  const saves = savesOf(owner, table);
  /** Chosen on this screen and not saved yet. It shows at once; the state of the calls is known a moment later. */
  const [chosen, setChosen] = useState<TableChoices | null>(null);
  const unsaved = useMutationState({ filters: saves, select: unsavedOf }).at(-1);
  const save = useMutation({
    mutationKey: saves.mutationKey,
    scope: { id: `columns of ${table}` },
    mutationFn: (next: TableChoices) => saveTable(table, next),
    onSuccess: async (saved, sent) => {
      await client.cancelQueries({ queryKey: query.queryKey });
      client.setQueryData(
        query.queryKey,
        (known) => known && { ...known, tables: [...known.tables.filter((one) => one.table !== table), saved] },
      );
      if (newestUnsaved(client, saves) === sent) setChosen(null);
    },
    onError: (error, sent) => {
      // A later choice is on its way, and tells how it ends.
      if (newestUnsaved(client, saves) !== sent) return;
      show({
        text: failureText(error, 'Failed to save the columns.'),
        tone: 'danger',
        action: { label: 'Try Again', run: () => save.mutate(sent) },
      });
    },
  });
  useEffect(() => {
    // A choice that waits for the one before it, or whose call ends with the page, goes on its own.
    const leave = () => {
      const newest = newestUnsaved(client, savesOf(owner, table));
      if (newest) void saveTable(table, newest, { via: outlivingPage }).catch(() => null);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      // Another screen does not hear when the page is left.
      leave();
    };
  }, [client, owner, table]);
  const stored = list.data?.tables.find((one) => one.table === table);
  return {
    choices: chosen ?? unsaved ?? (stored ? choicesOf(stored) : usualChoices),
    /** False until it is known what is chosen, or that it cannot be read. */
    isKnown: !list.isPending,
    /** Why it could not be read. A choice would then replace one that nobody sees. */
    problem: list.isLoadingError ? { isBusy: list.isFetching, retry: () => void list.refetch() } : null,
    choose: (next: TableChoices) => {
      setChosen(next);
      save.mutate(next);
    },
  };
}
