import { type ReactNode, useCallback, useState } from 'react';
import { useBlocker } from 'react-router';
import { UnsavedContext } from '#web/lib/forms/unsaved.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before a page is left with unsaved work of a form that stands on the page itself. A form in a dialog tells its dialog. */
export function PageGuard({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const mark = useCallback((form: string, work: object | null) => {
    setUnsaved((forms) => [...forms.filter((one) => one !== form), ...(work ? [form] : [])]);
  }, []);
  return (
    <UnsavedContext value={mark}>
      {children}
      {unsaved.length > 0 && <LeaveQuestion />}
    </UnsavedContext>
  );
}

/** Mounted only while something is unsaved, because the router asks the blocker that was mounted last and no other one. */
function LeaveQuestion() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title="Discard unsaved changes?"
      hint="What you have entered here has not been saved yet."
      confirm="Discard changes"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
