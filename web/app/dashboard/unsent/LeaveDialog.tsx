import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOutbox, useOutboxItems } from '#web/lib/outbox/useOutbox.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { DialogFrame } from '#web/ui/mantine/dialog/DialogFrame.tsx';
import classes from './LeaveDialog.module.css';

const updates = (count: number) => (count === 1 ? '1 update' : `${count} updates`);

type Props = { opened: boolean; onStay: () => void; onLeave: () => void };

/** Asks what to do with unsent work before its owner logs out. Only a second confirmation discards it. */
export function LeaveDialog({ opened, onStay, onLeave }: Props) {
  const outbox = useOutbox();
  const items = useOutboxItems();
  const [state, setState] = useState<'asking' | 'sending' | 'failed' | 'discarding'>('asking');
  const waiting = items.filter(({ stage }) => stage === 'waiting' || stage === 'sending');
  const rest = items.length - waiting.length;
  const stay = () => {
    setState('asking');
    onStay();
  };
  const leave = () => {
    setState('asking');
    onLeave();
  };
  const send = async () => {
    setState('sending');
    await outbox.deliverAll();
    if (outbox.items().length === 0) leave();
    else setState('failed');
  };
  const discard = async () => {
    await Promise.all(items.map(({ requestId }) => outbox.discard(requestId)));
    leave();
  };
  return (
    <>
      <DialogFrame
        opened={opened && state !== 'discarding'}
        onClose={stay}
        title="Log out with unsent work?"
        subtitle={`${updates(items.length)} with photos and signatures ${items.length === 1 ? 'is' : 'are'} only on this phone.`}
        width={520}
        fullOnPhone={false}
      >
        <div className={classes.body}>
          {state === 'failed' && waiting.length > 0 && (
            <Notice tone="danger">
              {updates(waiting.length)} couldn’t be sent. Check your connection and try again.
            </Notice>
          )}
          <p className={classes.text}>
            Keep it here, and it’s sent the next time you sign in on this phone. Nobody else sees it.
            {rest > 0 &&
              ` ${updates(rest)} must be opened and finished before ${rest === 1 ? 'it' : 'they'} can be sent.`}
          </p>
        </div>
        <div className={classes.actions}>
          {waiting.length > 0 && (
            <Button loading={state === 'sending'} onClick={() => void send()}>
              Send Now
            </Button>
          )}
          <Button variant={waiting.length > 0 ? 'default' : 'filled'} onClick={leave}>
            Keep on This Phone
          </Button>
          <Button variant="default" onClick={stay} data-autofocus>
            Stay Signed In
          </Button>
          <Button variant="subtle" className={classes.discard ?? ''} onClick={() => setState('discarding')}>
            Discard…
          </Button>
        </div>
      </DialogFrame>
      <ConfirmDialog
        opened={opened && state === 'discarding'}
        title={`Discard ${updates(items.length)}?`}
        hint="The notes, photos and signatures exist only on this phone. You can’t undo this."
        confirm="Log Out and Discard"
        cancel="Go Back"
        onConfirm={discard}
        onCancel={() => setState('asking')}
      />
    </>
  );
}
