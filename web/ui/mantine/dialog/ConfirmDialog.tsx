import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOneAtATime } from '#web/ui/base/behaviour/useOneAtATime.ts';
import classes from './ConfirmDialog.module.css';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogFrame } from './DialogFrame.tsx';

type Props = {
  opened: boolean;
  title: string;
  hint: string;
  /** What the question is about. */
  children?: ReactNode;
  /** The button that throws something away. */
  confirm: string;
  /** The button that keeps it. */
  cancel?: string;
  /** A third way that throws nothing away either. */
  other?: { label: string; onPress: () => void };
  busy?: boolean;
  onConfirm: () => void | Promise<void>;
  onCancel: () => void;
};

/** Asks before something is thrown away. Everything but a press on `confirm` keeps it. */
export function ConfirmDialog({ opened, title, hint, confirm, onConfirm, onCancel, ...rest }: Props) {
  const confirmOnce = useOneAtATime(onConfirm);
  const { children, cancel = 'Keep editing', other, busy = false } = rest;
  return (
    <DialogFrame
      opened={opened}
      onClose={onCancel}
      title={title}
      subtitle={hint}
      width={other ? 500 : 440}
      fullOnPhone={false}
    >
      {children && <div className={classes.about}>{children}</div>}
      <DialogFoot>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancel}
        </Button>
        {/* Beside a third way, throwing away is not what the dialog is closed for. */}
        <Button
          {...(other ? { variant: 'default' } : { color: 'red' })}
          onClick={() => void confirmOnce()}
          loading={busy}
        >
          {confirm}
        </Button>
        {other && <Button onClick={other.onPress}>{other.label}</Button>}
      </DialogFoot>
    </DialogFrame>
  );
}
