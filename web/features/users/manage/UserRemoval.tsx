import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { useDeleteUser } from '../users.api.ts';
import { roleLabels } from '../users.view.ts';
import { OpenWork, useHandOverText } from './OpenWork.tsx';

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
  const [taker, setTaker] = useState(0);
  const handOver = useHandOverText(shown, taker);
  const close = () => {
    setTaker(0);
    onClose();
  };
  const confirm = async () => {
    if (!shown) return;
    try {
      await remove.mutateAsync({ ...shown, taker_id: taker || undefined });
      onRemoved(`User "${shown.name}" deleted successfully!${handOver}`);
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
      busy={remove.isPending}
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
          <OpenWork user={shown} taker={taker} onTaker={setTaker} />
        </>
      )}
    </ConfirmDialog>
  );
}
