import { Button } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useUnloadQuestion } from '#web/lib/forms/unsaved.ts';
import { useKeptQuery } from '#web/lib/kept-reads/useKeptQuery.ts';
import type { Item, Outcome } from '#web/lib/outbox/outbox.ts';
import { endOf } from '#web/lib/outbox/tries.ts';
import { useOutbox, useOutboxItems, useOutcomes } from '#web/lib/outbox/useOutbox.ts';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { keptSchemas, requestQueries, useRefreshRequests } from '../requests.api.ts';
import classes from './OutboxBar.module.css';

/**
 * Why the technician has to look at an update; null while it goes by itself, or is a draft of a work order that the lists show.
 * @param isMine whether the request is assigned to the technician
 */
const problemOf = ({ stage, unreadable }: Item, isMine: boolean): string | null => {
  if (unreadable?.length)
    return `${unreadable.join(', ')} can't be read on this device. Open the update to send the rest.`;
  if (unreadable) return 'the photos of the update could not be read. They are still on this device.';
  if (stage !== 'draft' && stage !== 'refused') return null;
  if (!isMine) return 'not assigned to you anymore. Everything you entered is still here.';
  return stage === 'refused' ? 'the update was not accepted. Everything you entered is still here.' : null;
};

const updates = (count: number) => (count === 1 ? '1 update' : `${count} updates`);

/** Says how many updates wait and which ones the technician has to look at. */
export function OutboxBar({ openId, onOpen }: { openId: number | null; onOpen: (id: number) => void }) {
  const outbox = useOutbox();
  const items = useOutboxItems();
  const { data: mine } = useKeptQuery({ ...requestQueries.mine(), schema: keptSchemas.mine });
  const toasts = useToasts();
  const refresh = useRefreshRequests();
  const onOutcome = useCallback(
    ({ kind, requestId, name }: Outcome) => {
      if (kind !== 'arrived' && kind !== 'handed_over') return;
      void refresh();
      // An open form says it itself.
      if (requestId !== openId) toasts.show({ text: `${name}: ${endOf[kind]}` });
    },
    [refresh, toasts, openId],
  );
  useOutcomes(onOutcome);
  useUnloadQuestion(items.some(({ isStored }) => !isStored));
  const isMine = ({ requestId }: Item) => !mine || mine.requests.some(({ id }) => id === requestId);
  const stopped = items.flatMap((item) => {
    const problem = item.requestId === openId ? null : problemOf(item, isMine(item));
    return problem ? [{ item, problem }] : [];
  });
  const waiting = items.filter(({ stage, unreadable }) => stage === 'waiting' && !unreadable);
  if (waiting.length + stopped.length === 0) return null;
  return (
    <section className={classes.bar} aria-label="Not sent yet">
      {waiting.length > 0 && (
        <div className={classes.line} role="status">
          <IconCloudUp size={20} aria-hidden className={classes.icon} />
          <p className={classes.text}>
            {updates(waiting.length)} not sent yet: waiting for a connection.
            {waiting.some(({ isStored }) => !isStored) && ' Leave this page open: this browser cannot store it.'}
          </p>
          <Button
            variant="default"
            loading={waiting.some(({ isSending }) => isSending)}
            onClick={() => void outbox.deliverAll()}
          >
            Send Now
          </Button>
        </div>
      )}
      {stopped.map(({ item, problem }) => (
        <Stopped
          key={item.requestId}
          item={item}
          problem={problem}
          onOpen={onOpen}
          onDiscard={() => void outbox.discard(item.requestId)}
        />
      ))}
    </section>
  );
}

type StoppedProps = { item: Item; problem: string; onOpen: (id: number) => void; onDiscard: () => void };

function Stopped({ item, problem, onOpen, onDiscard }: StoppedProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={classes.line} role="status">
      <p className={classes.text}>
        {item.name}: {problem}
      </p>
      <div className={classes.actions}>
        <Button variant="default" aria-label={`Open ${item.name}`} onClick={() => onOpen(item.requestId)}>
          Open
        </Button>
        <Button variant="default" aria-label={`Discard the update of ${item.name}`} onClick={() => setAsking(true)}>
          Discard
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={`Discard the update of ${item.name}?`}
        hint="Its notes, photos and signature are on this device alone."
        confirm="Discard"
        cancel="Keep"
        onConfirm={onDiscard}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
