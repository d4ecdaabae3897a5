import type { User } from '#contract/users.ts';
import { useLast } from '#web/ui/base/useLastValue.ts';
import { Dialog } from '#web/ui/mantine/Dialog.tsx';
import { UserForm } from './UserForm.tsx';

/** The name of the dialog's history layer. */
export const USER_LAYER = 'user';

type Props = {
  /** The user to edit, 'new' for a new user, null when the dialog is closed. */
  user: User | 'new' | null;
  onClose: () => void;
  /** Receives the success message. */
  onSaved: (text: string) => void;
};

/** Creates or edits a member of staff (spec §2 User Management). */
export function UserDialog({ user, onClose, onSaved }: Props) {
  const shown = useLast(user);
  const existing = shown === 'new' ? null : shown;
  const saved = (name: string) => onSaved(`User "${name}" ${existing ? 'updated' : 'created'} successfully!`);
  return (
    <Dialog
      layer={USER_LAYER}
      opened={user !== null}
      onClose={onClose}
      title={existing ? 'Edit User' : 'Add New User'}
      subtitle={existing?.name}
      width={640}
    >
      {shown && <UserForm key={existing?.id ?? 'new'} existing={existing} onSaved={saved} />}
    </Dialog>
  );
}
