import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
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
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something is thrown away. Everything but a press on `confirm` keeps it. */
export function ConfirmDialog({ opened, title, hint, confirm, onConfirm, onCancel, ...rest }: Props) {
  const { children, cancel = 'Keep editing', busy = false } = rest;
  return (
    <DialogFrame opened={opened} onClose={onCancel} title={title} subtitle={hint} width={440} fullOnPhone={false}>
      {children && <div className={classes.about}>{children}</div>}
      <DialogFoot>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancel}
        </Button>
        <Button color="red" onClick={onConfirm} loading={busy}>
          {confirm}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
