import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api-client.ts';
import type { ListPage } from '#web/lib/paging.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { EmptyState } from '#web/ui/base/content/EmptyState.tsx';
import { LampArt } from '#web/ui/base/content/LampArt.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { Dialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { Neighbours, useNeighbours, useWayBack } from '#web/ui/mantine/list/Neighbours.tsx';
import { contactQueries, isDeletedHere } from '../contact.api.ts';
import { type ContactMessage, nextUnresolved } from '../contact.view.ts';
import classes from './ContactDialog.module.css';
import { ContactEdit, type ContactWays } from './ContactEdit.tsx';
import { ContactOrigin, ContactRecord } from './ContactRecord.tsx';

/** The name of the dialog's history layer. */
export const CONTACT_LAYER = 'contact';

const FAILURE = 'Failed to load contact messages';
const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not_found';

type Props = {
  id: number | null;
  /** Leaves out everything that changes something. */
  readOnly: boolean;
  /** The list the message was opened from, in its order. */
  among: readonly Pick<ContactMessage, 'id' | 'status'>[];
  listPage: ListPage | undefined;
  onOpen: (id: number) => void;
  onResolve: (message: ContactMessage) => void;
  onClose: () => void;
  /** Receives the success message. */
  onDeleted: (text: string) => void;
};

/** One contact message (spec §2): what the visitor wrote, the office's notes, the status, and deleting it. */
export function ContactDialog({ id, readOnly, among, listPage, onOpen, onResolve, onClose, onDeleted }: Props) {
  const shown = useLastValue(id);
  const { behind } = useNeighbours(shown ?? 0, among);
  const next = nextUnresolved(shown ?? 0, behind, among);
  const returnTo = useWayBack(id, among);
  return (
    <Dialog
      layer={CONTACT_LAYER}
      opened={id !== null}
      onClose={onClose}
      title={shown !== null && <Title id={shown} isOpen={id !== null} />}
      actions={
        shown !== null && <Neighbours id={shown} among={among} listPage={listPage} onOpen={onOpen} noun="message" />
      }
      width={720}
      returnTo={returnTo}
    >
      {shown !== null && (
        <Body
          key={shown}
          id={shown}
          isOpen={id !== null}
          edit={readOnly ? null : { next: next === undefined ? null : () => onOpen(next), onResolve, onDeleted }}
        />
      )}
    </Dialog>
  );
}

type Shown = { id: number; isOpen: boolean };

/** The message that is shown. It isn't read again while the dialog closes, nor once it is deleted here. */
function useMessage({ id, isOpen }: Shown) {
  const client = useQueryClient();
  return useQuery({ ...contactQueries.detail(id), enabled: () => isOpen && !isDeletedHere(client, id) });
}

function Title(shown: Shown) {
  const { data } = useMessage(shown);
  if (!data) return 'Contact message';
  return (
    <>
      Message from <bdi>{data.name}</bdi>
    </>
  );
}

/** @param edit what the office may do with the message; null when it is only read */
function Body({ edit, ...shown }: Shown & { edit: ContactWays | null }) {
  const detail = useMessage(shown);
  const { data: message, error, isLoadingError, isFetching, refetch } = detail;
  if (isLoadingError && isNotFound(error)) {
    return (
      <EmptyState art={<LampArt lit={false} />} title="This message does not exist any more">
        Somebody may have deleted it.
      </EmptyState>
    );
  }
  if (isLoadingError) return <ErrorState title={FAILURE} error={error} onRetry={() => refetch()} busy={isFetching} />;
  if (!message) return <ContactSkeleton />;
  const isDeleted = isNotFound(error);
  return (
    <>
      {!isDeleted && <StaleNote reads={[detail]} failure={FAILURE} />}
      {edit ? (
        <ContactEdit message={message} isDeleted={isDeleted} {...edit} />
      ) : (
        <div className={classes.body}>
          <ContactRecord message={message} isDeleted={isDeleted} withNotes />
          <ContactOrigin message={message} />
        </div>
      )}
    </>
  );
}

function ContactSkeleton() {
  return (
    <div className={classes.body} role="status" aria-label="Loading message">
      <Skeleton height={20} width="60%" />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="70%" />
      <Skeleton height={120} />
    </div>
  );
}
