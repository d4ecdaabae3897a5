import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { User } from '#contract/users.ts';
import { useIsWithoutMail } from '#web/domain/MailBanner.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { asNumber, idIn } from '#web/ui/base/behaviour/history-layers.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { EmptyState } from '#web/ui/base/content/EmptyState.tsx';
import { LampArt } from '#web/ui/base/content/LampArt.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { Dialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { createdText, type Said } from '../users.view.ts';
import { UserForm } from './UserForm.tsx';

/** The name of the dialog's history layer. */
export const USER_LAYER = 'user';

/** Reads the layer's value: a user's id, or 'new'. */
export const asUser = (value: unknown) => (value === 'new' ? value : asNumber(value));
/** Parses the `userId` of the address. */
export const userIn = (text: string) => (text === 'new' ? text : idIn(text));

type Props = {
  /** The id of the user to edit, 'new' for a new user, null when the dialog is closed. */
  id: number | 'new' | null;
  list: UseQueryResult<User[]>;
  onClose: () => void;
  /** Receives what is said of it. */
  onSaved: (said: Said) => void;
};

/** Creates or edits a member of staff (spec §2 User Management). */
export function UserDialog({ id, list, onClose, onSaved }: Props) {
  const shown = useLastValue(id);
  const isNew = shown === 'new';
  const isWithoutMail = useIsWithoutMail();
  return (
    <Dialog
      layer={USER_LAYER}
      opened={id !== null}
      onClose={onClose}
      title={isNew ? 'Add New User' : 'Edit User'}
      subtitle={list.data?.find((user) => user.id === shown)?.name}
      width={640}
    >
      {isNew ? (
        <UserForm
          key="new"
          existing={null}
          isDeleted={false}
          onSaved={(user) => onSaved(createdText(user, isWithoutMail))}
        />
      ) : (
        shown !== null && <Existing key={shown} id={shown} list={list} onSaved={onSaved} />
      )}
    </Dialog>
  );
}

function Existing({ id, list, onSaved }: { id: number } & Pick<Props, 'list' | 'onSaved'>) {
  const found = list.data?.find((user) => user.id === id) ?? null;
  // A user who is deleted while the form is open leaves the list; the form stays with what was entered.
  const user = useLastValue(found);
  if (user) {
    return (
      <UserForm
        existing={user}
        isDeleted={found === null}
        onSaved={({ name }) => onSaved({ text: `User "${name}" updated successfully!`, tone: 'success' })}
      />
    );
  }
  if (list.isLoadingError) {
    return (
      <ErrorState
        title={messageOf(list.error, 'Failed to fetch users')}
        error={list.error}
        onRetry={() => list.refetch()}
        busy={list.isFetching}
      />
    );
  }
  if (!list.data) return <Skeleton height={240} m="lg" />;
  return (
    <EmptyState art={<LampArt lit={false} />} title="This user does not exist any more">
      Somebody may have deleted the account.
    </EmptyState>
  );
}
