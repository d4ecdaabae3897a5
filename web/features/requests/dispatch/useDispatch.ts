import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { BULK_MAX } from '#contract/words/limits.ts';
import { notUndoneText, type OnProgress } from '#web/domain/in-parts.ts';
import { messageOrErrorOf } from '#web/lib/api-client.ts';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { requestQueries, useRefreshRequests } from '../requests.api.ts';
import {
  afterDispatch,
  type Dispatch,
  endsMany,
  type Outcome,
  patchAssignees,
  patchLists,
  sendDispatch,
  undoDispatch,
} from './dispatch.ts';
import { outcomeText, subjectOf } from './outcome.ts';

/** In milliseconds: the mails about the end of many requests leave after half a minute, and can be held back until then. */
const UNDO_ENDS = 28_000;

const failures = { assign: 'Failed to assign request', status: 'Failed to update status' } as const;

/**
 * Assigns requests and sets their status from the list. The rows change at once; a refusal sets them back and is told. One
 * change or undo is sent after the other, on the version that the one before made, so that two of the same row do not collide.
 * @param onRefused gets what was refused, and what could not be sent
 */
export function useDispatch(onRefused: (change: Dispatch, ids: readonly number[]) => void) {
  const client = useQueryClient();
  const refresh = useRefreshRequests();
  const { show } = useToasts();
  const made = useRef(new Map<number, number>());
  const [progress, setProgress] = useState<{ answered: number; total: number } | null>(null);

  const setBack = (rows: Dispatch['rows'], ids: ReadonlySet<number>) =>
    patchLists(client, (row) => {
      const before = ids.has(row.id) && rows.find(({ id }) => id === row.id);
      return before ? { ...before, version: Math.max(before.version, row.version) } : row;
    });

  const remember = ({ done }: Outcome) => {
    for (const { id, version } of done) made.current.set(id, version);
  };
  // Not before the last one: an answer in between would show the others' rows as they were.
  const onSettled = () => {
    setProgress(null);
    return client.isMutating({ mutationKey: ['dispatch'] }) === 1 ? refresh() : undefined;
  };
  /** Tells how far a change is that takes more than one call. */
  const told = ({ rows: { length: total } }: Dispatch): OnProgress | undefined => {
    if (total <= BULK_MAX) return undefined;
    setProgress({ answered: 0, total });
    return (answered) => setProgress({ answered: Math.min(answered, total), total });
  };

  const undo = useMutation({
    mutationKey: ['dispatch'],
    scope: { id: 'dispatch' },
    mutationFn: ({ change, done }: { change: Dispatch; done: Outcome['done'] }) =>
      undoDispatch(change, done, told(change)),
    onMutate: async ({ change, done }) => {
      await client.cancelQueries({ queryKey: requestQueries.lists() });
      setBack(change.rows, new Set(done.map(({ id }) => id)));
    },
    onSuccess: (outcome, { change }) => {
      remember(outcome);
      const [first] = outcome.refused;
      show(
        first
          ? { text: `${notUndoneText(outcome)} ${first.external_id}: ${first.message}`, tone: 'danger' }
          : { text: 'Undone', ...subjectOf(change.rows) },
      );
    },
    onError: (error, { change }) => show({ text: messageOrErrorOf(error, failures[change.kind]), tone: 'danger' }),
    onSettled,
  });

  const dispatch = useMutation({
    mutationKey: ['dispatch'],
    scope: { id: 'dispatch' },
    mutationFn: (change: Dispatch) => sendDispatch(change, made.current, told(change)),
    onMutate: async (change) => {
      // A list that is on its way is older than the change.
      await client.cancelQueries({ queryKey: requestQueries.lists() });
      await client.cancelQueries({ queryKey: requestQueries.assignees().queryKey });
      const ids = new Set(change.rows.map(({ id }) => id));
      patchLists(client, (row) => (ids.has(row.id) ? afterDispatch(row, change) : row));
      patchAssignees(client, change);
    },
    onSuccess: (outcome, change) => {
      remember(outcome);
      setBack(change.rows, new Set(outcome.refused.map(({ id }) => id)));
      show({
        text: outcomeText(change, outcome),
        ...subjectOf(change.rows),
        ...(endsMany(change) && { stays: UNDO_ENDS }),
        ...(outcome.refused.length > 0 && { tone: 'danger' }),
        ...(outcome.done.length > 0 && {
          action: { label: 'Undo', run: () => undo.mutate({ change, done: outcome.done }) },
        }),
      });
      onRefused(
        change,
        outcome.refused.map(({ id }) => id),
      );
    },
    onError: (error, change) => {
      setBack(change.rows, new Set(change.rows.map(({ id }) => id)));
      show({ text: messageOrErrorOf(error, failures[change.kind]), tone: 'danger' });
      onRefused(
        change,
        change.rows.map(({ id }) => id),
      );
    },
    onSettled,
  });
  return { send: dispatch.mutate, progress };
}
