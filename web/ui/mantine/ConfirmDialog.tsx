import { Button } from '@mantine/core';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogFrame } from './DialogFrame.tsx';

type Props = {
  opened: boolean;
  title: string;
  hint: string;
  /** The button that throws something away. */
  confirm: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before unsaved work is thrown away. Everything but a press on `confirm` keeps it. */
export function ConfirmDialog({ opened, title, hint, confirm, onConfirm, onCancel }: Props) {
  return (
    <DialogFrame opened={opened} onClose={onCancel} title={title} subtitle={hint} width={440} fullOnPhone={false}>
      <DialogFoot>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Keep editing
        </Button>
        <Button color="red" onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
