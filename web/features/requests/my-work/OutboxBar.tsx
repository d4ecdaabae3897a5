import { Button } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useUnloadQuestion } from '#web/lib/forms/useLeaveGuard.ts';
import type { Item, Outcome } from '#web/lib/outbox/outbox.ts';
import { useOutbox, useOutboxItems, useSending } from '#web/lib/outbox/useOutbox.ts';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { useRefreshRequests } from '../requests.api.ts';
import classes from './OutboxBar.module.css';

const updates = (count: number) => (count === 1 ? '1 update' : `${count} updates`);

/** Sends what waits while its screen is open, and says how many updates wait and which ones were refused. */
export function OutboxBar({ openId, onOpen }: { openId: number | null; onOpen: (id: number) => void }) {
  const outbox = useOutbox();
  const items = useOutboxItems();
  const toasts = useToasts();
  const refresh = useRefreshRequests();
  const onOutcome = useCallback(
    ({ kind, requestId, name }: Outcome) => {
      if (kind !== 'arrived') return;
      void refresh();
      // An open form says it itself.
      if (requestId !== openId) toasts.show({ text: `${name}: Request updated successfully!` });
    },
    [refresh, toasts, openId],
  );
  useSending(onOutcome);
  useUnloadQuestion(items.some(({ isStored }) => !isStored));
  const waiting = items.filter(({ stage }) => stage === 'waiting');
  const refused = items.filter(({ stage }) => stage === 'refused');
  if (waiting.length + refused.length === 0) return null;
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
      {refused.map((item) => (
        <Refused
          key={item.requestId}
          item={item}
          onOpen={onOpen}
          onDiscard={() => void outbox.discard(item.requestId)}
        />
      ))}
    </section>
  );
}

type RefusedProps = { item: Item; onOpen: (id: number) => void; onDiscard: () => void };

function Refused({ item, onOpen, onDiscard }: RefusedProps) {
  return (
    <div className={classes.line} role="status">
      <p className={classes.text}>{item.name}: the update was not accepted. Everything you entered is still here.</p>
      <Button variant="default" aria-label={`Open ${item.name}`} onClick={() => onOpen(item.requestId)}>
        Open
      </Button>
      <Button variant="default" aria-label={`Discard the update of ${item.name}`} onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
