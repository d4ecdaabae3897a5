import { Button } from '@mantine/core';
import { DialogFoot } from '#web/ui/mantine/DialogFoot.tsx';
import { DialogFrame } from '#web/ui/mantine/DialogFrame.tsx';

type Props = {
  opened: boolean;
  title: string;
  hint: string;
  no: string;
  yes: string;
  onNo: () => void;
  onYes: () => void;
};

/** Asks before typed work is thrown away; whatever is not a clear yes keeps it. */
export function Question({ opened, title, hint, no, yes, onNo, onYes }: Props) {
  return (
    <DialogFrame opened={opened} onClose={onNo} title={title} subtitle={hint} width={440} fullOnPhone={false}>
      <DialogFoot>
        <Button variant="default" onClick={onNo} data-autofocus>
          {no}
        </Button>
        <Button color="red" onClick={onYes}>
          {yes}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
