import { type ReactNode, useState } from 'react';
import { hasBegunRequest } from '#web/lib/forms/office-drafts.ts';
import { useOutbox } from '#web/lib/outbox/useOutbox.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';

/** Logs out (spec §4). Asks first about unsent work and a begun request: `question` is the dialog that asks. */
export function useLeaving(): { leave: () => void; question: ReactNode } {
  const { logout } = useSession();
  const outbox = useOutbox();
  const [asks, setAsks] = useState<'work' | 'request' | null>(null);
  // The guard opens the login page when the user is gone. The session ends in the browser even when the server cannot
  // be reached.
  const end = () => void logout().catch(() => undefined);
  const endUnlessBegun = () => (hasBegunRequest() ? setAsks('request') : end());

  async function ask(): Promise<void> {
    await outbox.load();
    if (outbox.items().length > 0) setAsks('work');
    else endUnlessBegun();
  }
  const stay = () => setAsks(null);
  return {
    leave: () => void ask(),
    question: (
      <>
        <LeaveDialog opened={asks === 'work'} onStay={stay} onLeave={endUnlessBegun} />
        <ConfirmDialog
          opened={asks === 'request'}
          title="Discard the request you began?"
          hint="You began to enter a request in this tab. Logging out deletes it, with its photos."
          confirm="Log Out and Discard"
          cancel="Stay Signed In"
          onConfirm={end}
          onCancel={stay}
        />
      </>
    ),
  };
}
