import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { BULK_MAX } from '#contract/words/limits.ts';
import { notUndoneText, type OnProgress } from '#web/domain/in-parts.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { contactQueries, useRefreshContacts } from '../contact.api.ts';
import {
  type Outcome,
  outcomeText,
  patchLists,
  refusedText,
  type StatusChange,
  senderOf,
  sendStatus,
  undoStatus,
} from './status-change.ts';

const FAILURE = 'Failed to update status';
/** One change or undo is sent after the other, on the version that the one before made. */
const oneAtATime = { mutationKey: ['contact status'], scope: { id: 'contact status' } };

/**
 * Sets the status of messages from the list. The rows change at once; a refusal sets them back and is told.
 * @param onRefused gets what was refused, and what could not be sent
 */
export function useStatusChange(onRefused: (change: StatusChange, ids: readonly number[]) => void) {
  const client = useQueryClient();
  const refresh = useRefreshContacts();
  const { show } = useToasts();
  const made = useRef(new Map<number, number>());
  const [progress, setProgress] = useState<{ answered: number; total: number } | null>(null);

  const setBack = (rows: StatusChange['rows'], ids: ReadonlySet<number>) =>
    patchLists(client, (row) => {
      const before = ids.has(row.id) && rows.find(({ id }) => id === row.id);
      return before ? { ...row, status: before.status } : row;
    });
  const remember = ({ done }: Outcome) => {
    for (const { id, version } of done) made.current.set(id, version);
  };
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  // A list that is on its way is older than the change.
  const stopReads = () => client.cancelQueries({ queryKey: contactQueries.lists() });
  // Not before the last one: an answer in between would show the others' rows as they were.
  const onSettled = () => {
    setProgress(null);
    return client.isMutating(oneAtATime) === 1 ? refresh() : undefined;
  };
  /** Tells how far a change is that takes more than one call. */
  const told = ({ rows: { length: total } }: StatusChange): OnProgress | undefined => {
    if (total <= BULK_MAX) return undefined;
    setProgress({ answered: 0, total });
    return (answered) => setProgress({ answered: Math.min(answered, total), total });
  };

  const undo = useMutation({
    ...oneAtATime,
    mutationFn: ({ change, done }: { change: StatusChange; done: Outcome['done'] }) =>
      undoStatus(change, done, told(change)),
    onMutate: async ({ change, done }) => {
      await stopReads();
      setBack(change.rows, new Set(idsOf(done)));
    },
    onSuccess: (outcome, { change }) => {
      remember(outcome);
      show(
        outcome.refused.length > 0
          ? { text: `${notUndoneText(outcome)} ${refusedText(change.rows, outcome.refused)}`, tone: 'danger' }
          : { text: 'Undone', ...senderOf(change.rows) },
      );
    },
    onError: (error) => show({ text: messageOf(error, FAILURE), tone: 'danger' }),
    onSettled,
  });

  const change = useMutation({
    ...oneAtATime,
    mutationFn: (next: StatusChange) => sendStatus(next, made.current, told(next)),
    onMutate: async ({ rows, to }) => {
      await stopReads();
      const ids = new Set(idsOf(rows));
      patchLists(client, (row) => (ids.has(row.id) ? { ...row, status: to } : row));
    },
    onSuccess: (outcome, next) => {
      remember(outcome);
      const refused = idsOf(outcome.refused);
      setBack(next.rows, new Set(refused));
      show({
        text: outcomeText(next, outcome),
        ...senderOf(next.rows),
        ...(refused.length > 0 && { tone: 'danger' }),
        ...(outcome.done.length > 0 && {
          action: { label: 'Undo', run: () => undo.mutate({ change: next, done: outcome.done }) },
        }),
      });
      onRefused(next, refused);
    },
    onError: (error, next) => {
      setBack(next.rows, new Set(idsOf(next.rows)));
      show({ text: messageOf(error, FAILURE), tone: 'danger' });
      onRefused(next, idsOf(next.rows));
    },
    onSettled,
  });
  return { send: change.mutate, progress };
}
