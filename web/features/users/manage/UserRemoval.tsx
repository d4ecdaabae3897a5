import type { User } from '#contract/users.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { useDeleteUser } from '../users.api.ts';
import { roleLabels } from '../users.view.ts';
import { OpenWork } from './OpenWork.tsx';
import { useHandOver } from './useHandOver.ts';

type Props = {
  /** The user to delete; null while nobody is asked. */
  user: User | null;
  onClose: () => void;
  /** Receive the messages of the list's alerts. */
  onRemoved: (text: string) => void;
  onFailed: (text: string) => void;
};

/** Asks before a user is deleted (spec §2): shows name, email and role. */
export function UserRemoval({ user, onClose, onRemoved, onFailed }: Props) {
  const remove = useDeleteUser();
  const shown = useLastValue(user);
  const handOver = useHandOver(shown);
  const close = () => {
    handOver.clear();
    onClose();
  };
  const confirm = async () => {
    if (!shown || !handOver.isAnswered()) return;
    try {
      await remove.mutateAsync({ ...shown, taker_id: handOver.taker });
      onRemoved(`User "${shown.name}" deleted successfully!${handOver.text}`);
    } catch (error) {
      onFailed(messageOf(error, 'Failed to delete user'));
    }
    close();
  };
  return (
    <ConfirmDialog
      opened={user !== null}
      title="Delete this user?"
      hint="This action cannot be undone!"
      confirm="Delete User"
      cancel="Cancel"
      busy={remove.isPending || handOver.isCounting}
      onConfirm={confirm}
      onCancel={close}
    >
      {shown && (
        <>
          <Facts
            items={[
              ['Name', shown.name],
              ['Email', shown.email],
              ['Role', roleLabels[shown.role]],
            ]}
          />
          <OpenWork user={shown} handOver={handOver} />
        </>
      )}
    </ConfirmDialog>
  );
}
