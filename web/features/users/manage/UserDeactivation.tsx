import type { User } from '#contract/users.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { OpenWork } from './OpenWork.tsx';
import { useHandOver } from './useHandOver.ts';

type Props = {
  /** The user to deactivate; null while nobody is asked. */
  user: User | null;
  busy: boolean;
  /**
   * @param taker who takes over; undefined for nobody
   * @param handOver what to say of the open requests afterwards
   */
  onConfirm: (user: User, taker: number | undefined, handOver: string) => Promise<void>;
  onClose: () => void;
};

/** Asks before somebody with open requests is deactivated: who takes them over. */
export function UserDeactivation({ user, busy, onConfirm, onClose }: Props) {
  const shown = useLastValue(user);
  const handOver = useHandOver(shown);
  const close = () => {
    handOver.clear();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={user !== null}
      title={`Deactivate ${shown?.name ?? ''}?`}
      hint="An inactive user cannot log in."
      confirm="Deactivate"
      cancel="Cancel"
      busy={busy || handOver.isCounting}
      onConfirm={async () => {
        if (!handOver.isAnswered()) return;
        if (shown) await onConfirm(shown, handOver.taker, handOver.text);
        close();
      }}
      onCancel={close}
    >
      {shown && <OpenWork user={shown} handOver={handOver} />}
    </ConfirmDialog>
  );
}
