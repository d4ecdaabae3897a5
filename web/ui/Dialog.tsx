import { Button } from '@mantine/core';
import {
  type ComponentProps,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import { useBlocker } from 'react-router';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogFrame } from './DialogFrame.tsx';

type Inside = { close: () => void; mark: (form: string, unsaved: boolean) => void };
const DialogContext = createContext<Inside | null>(null);

/** For a form inside a Dialog: `close` asks first when work would be lost. */
export function useDialog(): Inside {
  const inside = useContext(DialogContext);
  if (!inside) throw new Error('useDialog must be used within a Dialog');
  return inside;
}

/** Says whether closing the dialog around now, or leaving the page, would throw this form's work away. */
export function useUnsaved(unsaved: boolean): void {
  const form = useId();
  const { mark } = useDialog();
  useEffect(() => {
    if (!unsaved) return;
    mark(form, true);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      mark(form, false);
    };
  }, [form, unsaved, mark]);
}

/** A dialog that asks before it throws away unsaved work; forms inside say so with useUnsaved. */
export function Dialog({ onClose, children, ...frame }: ComponentProps<typeof DialogFrame>) {
  const [forms, setForms] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);
  const unsaved = forms.length > 0;
  const mark = useCallback(
    (form: string, isUnsaved: boolean) =>
      setForms((known) => [...known.filter((other) => other !== form), ...(isUnsaved ? [form] : [])]),
    [],
  );
  // The Back button leads away from the page, and would take the dialog with it.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  const inside = useMemo(() => {
    // Asked only after the present key press is over: the very Escape that asks must not answer the question too.
    const ask = () => setTimeout(() => setAsking(true));
    return { close: () => void (unsaved ? ask() : onClose()), mark };
  }, [unsaved, onClose, mark]);
  const keep = () => {
    setAsking(false);
    blocker.reset?.();
  };
  const discard = () => {
    setAsking(false);
    onClose();
    blocker.proceed?.();
  };
  return (
    <DialogFrame {...frame} onClose={inside.close}>
      <DialogContext value={inside}>{children}</DialogContext>
      <DialogFrame
        opened={asking || blocker.state === 'blocked'}
        onClose={keep}
        title="Discard unsaved changes?"
        subtitle="What you have entered here has not been sent yet."
        width={420}
        fullOnPhone={false}
      >
        <DialogFoot>
          <Button variant="default" onClick={keep} data-autofocus>
            Keep editing
          </Button>
          <Button color="red" onClick={discard}>
            Discard changes
          </Button>
        </DialogFoot>
      </DialogFrame>
    </DialogFrame>
  );
}
