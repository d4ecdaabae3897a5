import { Button } from '@mantine/core';
import {
  type ComponentProps,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useBlocker } from 'react-router';
import { layersOf } from '../base/useHistoryLayer.ts';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogFrame } from './DialogFrame.tsx';

type Inside = {
  /** Closes, but asks first when work would be lost. */
  close: () => void;
  /** Closes after the work was done. */
  finish: () => void;
  mark: (form: string, unsaved: boolean) => void;
};
const DialogContext = createContext<Inside | null>(null);

/** For a form inside a Dialog. */
export function useDialog(): Inside {
  const inside = useContext(DialogContext);
  if (!inside) throw new Error('useDialog must be used within a Dialog');
  return inside;
}

/** Says whether closing the dialog around now, or leaving the page, would throw this form's work away. */
export function useUnsaved(unsaved: boolean): void {
  const form = useId();
  const { mark } = useDialog();
  // Before the next event: Escape may be pressed right after a letter.
  useLayoutEffect(() => {
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

type Props = ComponentProps<typeof DialogFrame> & {
  /** Its name in the browser's history (useHistoryLayer): what `onClose` takes back. */
  layer: string;
};

/** A dialog that asks before it throws away unsaved work; forms inside say so with useUnsaved. */
export function Dialog({ layer, onClose, children, ...frame }: Props) {
  // No state: a dialog is closed or left in between two renderings as well.
  const unsaved = useRef(new Set<string>());
  const [asking, setAsking] = useState(false);
  const mark = useCallback((form: string, isUnsaved: boolean) => {
    if (isUnsaved) unsaved.current.add(form);
    else unsaved.current.delete(form);
  }, []);
  // Asked and answered: what happens next needs no question.
  const discarded = useRef(false);
  const { opened } = frame;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer holds for this opening only
  useEffect(() => {
    discarded.current = false;
  }, [opened]);
  // Back closes the dialog, a link leads away from the page: either would take the work with it.
  const blocker = useBlocker(({ currentLocation: here, nextLocation: next }) => {
    const stays = here.pathname === next.pathname && layersOf(here.state)[layer] === layersOf(next.state)[layer];
    return unsaved.current.size > 0 && !discarded.current && !stays;
  });
  const inside = useMemo(() => {
    // Asked only after the present key press is over: the very Escape that asks must not answer the question too.
    const ask = () => setTimeout(() => setAsking(true));
    const finish = () => {
      discarded.current = true;
      onClose();
    };
    return { close: () => void (unsaved.current.size > 0 ? ask() : onClose()), finish, mark };
  }, [onClose, mark]);
  const keep = () => {
    setAsking(false);
    blocker.reset?.();
  };
  const discard = () => {
    setAsking(false);
    if (blocker.state !== 'blocked') return inside.finish();
    discarded.current = true;
    blocker.proceed();
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
