import { statusLabels } from '#contract/words/requests.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import type { Dispatch } from './dispatch.ts';

type Props = {
  /** The change that is asked about; null while none is. */
  change: Dispatch | null;
  onConfirm: (change: Dispatch) => void;
  onCancel: () => void;
};

/** Asks before many customers hear that their request has ended. */
export function DispatchQuestion({ change, onConfirm, onCancel }: Props) {
  const shown = useLastValue(change);
  const to = shown?.kind === 'status' ? statusLabels[shown.to] : '';
  const count = shown?.rows.length.toLocaleString('en-US') ?? '';
  return (
    <ConfirmDialog
      opened={change !== null}
      title={`Set ${count} requests to ${to}?`}
      hint="Their customers hear of it by mail, half a minute later. Undo is offered until then, and holds the mails back."
      confirm={`Set to ${to}`}
      cancel="Keep as They Are"
      onConfirm={() => {
        if (change) onConfirm(change);
      }}
      onCancel={onCancel}
    />
  );
}
