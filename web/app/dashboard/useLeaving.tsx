import { type ReactNode, useState } from 'react';
import { hasBegunRequest } from '#web/lib/forms/office-drafts.ts';
import { useOutbox } from '#web/lib/outbox/useOutbox.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';

const hintOf = (unsent: number) =>
  unsent === 0
    ? 'You began to enter a request in this tab. Logging out deletes it, with its photos.'
    : `${unsent === 1 ? 'An update has' : `${unsent} updates have`} not reached the office yet. Logging out deletes what you entered, with its photos and signatures.`;

/** Logs out (spec §4). Asks first when this browser holds work that would be lost: `question` is the dialog that asks. */
export function useLeaving(): { leave: () => void; question: ReactNode } {
  const { logout } = useSession();
  const outbox = useOutbox();
  const [isAsking, setAsking] = useState(false);
  /** The number of updates that would be lost; 0 when it is a begun request. */
  const [unsent, setUnsent] = useState(0);
  // The guard opens the login page when the user is gone. The session ends in the browser even when the server cannot
  // be reached.
  const end = () => void logout().catch(() => undefined);

  async function ask(): Promise<void> {
    await outbox.load().catch(() => undefined);
    const count = outbox.items().length;
    setUnsent(count);
    if (count > 0 || hasBegunRequest()) setAsking(true);
    else end();
  }
  return {
    leave: () => void ask(),
    question: (
      <ConfirmDialog
        opened={isAsking}
        title="Discard unsent work?"
        hint={hintOf(unsent)}
        confirm="Log out and discard"
        cancel="Stay signed in"
        onConfirm={end}
        onCancel={() => setAsking(false)}
      />
    ),
  };
}
