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
import { useUnloadQuestion } from '#web/lib/forms/useLeaveGuard.ts';
import { layersOf } from '../base/useHistoryLayer.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DialogFrame } from './DialogFrame.tsx';

type Inside = {
  /** Closes the dialog. Asks first when unsaved work would be lost. */
  close: () => void;
  /** Closes the dialog without a question, after its work is saved. */
  finish: () => void;
  markUnsaved: (form: string, unsaved: boolean) => void;
};
const DialogContext = createContext<Inside | null>(null);

/** Gives a form inside a Dialog the ways to close it. */
export function useDialog(): Inside {
  const inside = useContext(DialogContext);
  if (!inside) throw new Error('useDialog must be used within a Dialog');
  return inside;
}

/** Tells the dialog whether this form has unsaved work: closing the dialog or leaving the page then asks first. */
export function useUnsaved(unsaved: boolean): void {
  const form = useId();
  const { markUnsaved } = useDialog();
  useUnloadQuestion(unsaved);
  // A layout effect, so that it runs before the next event: Escape may be pressed right after a letter.
  useLayoutEffect(() => {
    if (!unsaved) return;
    markUnsaved(form, true);
    return () => markUnsaved(form, false);
  }, [form, unsaved, markUnsaved]);
}

type Props = ComponentProps<typeof DialogFrame> & {
  /** The name of the dialog's entry in the browser's history (useHistoryLayer), which `onClose` removes. */
  layer: string;
};

/** A dialog that asks before it throws away unsaved work. Forms inside report theirs with useUnsaved. */
export function Dialog({ layer, onClose, children, ...frame }: Props) {
  // A ref instead of state, because a dialog may also be closed between two renders.
  const unsaved = useRef(new Set<string>());
  const [asking, setAsking] = useState(false);
  const markUnsaved = useCallback((form: string, isUnsaved: boolean) => {
    if (isUnsaved) unsaved.current.add(form);
    else unsaved.current.delete(form);
  }, []);
  // Set when the user has chosen to discard, so that the same close does not ask twice.
  const discarded = useRef(false);
  const { opened } = frame;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer holds for this opening only
  useEffect(() => {
    discarded.current = false;
  }, [opened]);
  const inside = useMemo(() => {
    // Deferred until the current key press is over: otherwise the Escape that asks would also answer the question.
    const ask = () => setTimeout(() => setAsking(true));
    const finish = () => {
      discarded.current = true;
      onClose();
    };
    return { close: () => void (unsaved.current.size > 0 ? ask() : onClose()), finish, markUnsaved };
  }, [onClose, markUnsaved]);
  return (
    <DialogFrame {...frame} onClose={inside.close}>
      <DialogContext value={inside}>{children}</DialogContext>
      <LeaveQuestion
        layer={layer}
        asking={asking}
        isLost={() => unsaved.current.size > 0 && !discarded.current}
        onAnswer={() => setAsking(false)}
        onDiscard={inside.finish}
        onDiscarded={() => {
          discarded.current = true;
        }}
      />
    </DialogFrame>
  );
}

type QuestionProps = {
  layer: string;
  /** Whether the user wants to close the dialog. */
  asking: boolean;
  /** Whether leaving now would lose work. */
  isLost: () => boolean;
  onAnswer: () => void;
  /** Closes the dialog with its unsaved work. */
  onDiscard: () => void;
  /** Called before the navigation that the user has allowed. */
  onDiscarded: () => void;
};

/**
 * Asks before unsaved work is lost. Mounted only while its dialog is open, because the router asks the blocker that was
 * mounted last and no other one.
 */
function LeaveQuestion({ layer, asking, isLost, onAnswer, onDiscard, onDiscarded }: QuestionProps) {
  // Back closes the dialog and a link leaves the page: both would lose the work.
  const blocker = useBlocker(({ currentLocation: here, nextLocation: next }) => {
    const stays = here.pathname === next.pathname && layersOf(here.state)[layer] === layersOf(next.state)[layer];
    return isLost() && !stays;
  });
  const keep = () => {
    onAnswer();
    blocker.reset?.();
  };
  const discard = () => {
    onAnswer();
    if (blocker.state !== 'blocked') return onDiscard();
    onDiscarded();
    blocker.proceed();
  };
  return (
    <ConfirmDialog
      opened={asking || blocker.state === 'blocked'}
      title="Discard unsaved changes?"
      hint="What you have entered here has not been sent yet."
      confirm="Discard changes"
      onConfirm={discard}
      onCancel={keep}
    />
  );
}
