import {
  type ComponentProps,
  createContext,
  Fragment,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useBlocker } from 'react-router';
import { type Question, type Unsaved, UnsavedContext } from '#web/lib/forms/unsaved.ts';
import { layersOf } from '#web/ui/base/behaviour/history-layers.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DialogFrame } from './DialogFrame.tsx';

type Inside = {
  /** Closes the dialog, or asks first when unsaved work would be lost. Returns whether it asks. */
  close: () => boolean;
  /** Closes the dialog without a question, after its work is saved. */
  finish: () => void;
};
const DialogContext = createContext<Inside | null>(null);

/** Gives a form inside a Dialog the ways to close it. */
export function useDialog(): Inside {
  const inside = useContext(DialogContext);
  if (!inside) throw new Error('useDialog must be used within a Dialog');
  return inside;
}

type Props = ComponentProps<typeof DialogFrame> & {
  /** The name of the dialog's entry in the browser's history (useHistoryLayer), which `onClose` removes. */
  layer: string;
};

/** A dialog that asks before it throws away unsaved work. Forms inside report theirs with useUnsaved. */
export function Dialog({ layer, onClose, children, ...frame }: Props) {
  // A ref instead of state, because a dialog may also be closed between two renders.
  const unsaved = useRef(new Map<string, Unsaved>());
  const [asking, setAsking] = useState(false);
  // Set when the user has chosen to discard, so that the same close does not ask twice.
  const discarded = useRef(false);
  const markUnsaved = useCallback((form: string, work: Unsaved | null) => {
    if (work) {
      unsaved.current.set(form, work);
      // What is entered after an answer is another work: the dialog may show another row by now.
      discarded.current = false;
    } else unsaved.current.delete(form);
  }, []);
  const { opened } = frame;
  // A dialog that is opened again while it still fades begins anew: what is left of its last opening may be about to close it.
  const [opening, setOpening] = useState({ opened, nth: 0 });
  if (opening.opened !== opened) setOpening({ opened, nth: opening.nth + (opened ? 1 : 0) });
  // The answer holds for one opening.
  useEffect(() => {
    if (opened) discarded.current = false;
  }, [opened]);
  const inside = useMemo(() => {
    // Deferred until the current key press is over: otherwise the Escape that asks would also answer the question.
    const ask = () => setTimeout(() => setAsking(true));
    const finish = () => {
      discarded.current = true;
      onClose();
    };
    const close = () => {
      const isAsking = unsaved.current.size > 0;
      if (isAsking) ask();
      else onClose();
      return isAsking;
    };
    return { close, finish };
  }, [onClose]);
  return (
    <DialogFrame {...frame} onClose={inside.close}>
      <DialogContext value={inside}>
        <UnsavedContext value={markUnsaved}>
          <Fragment key={opening.nth}>{children}</Fragment>
        </UnsavedContext>
      </DialogContext>
      <LeaveQuestion
        layer={layer}
        asking={asking}
        isLost={() => unsaved.current.size > 0 && !discarded.current}
        isKept={() => [...unsaved.current.values()].every(({ onDiscard }) => onDiscard)}
        question={() => [...unsaved.current.values()].find(({ question }) => question)?.question}
        onAnswer={() => setAsking(false)}
        onDiscard={() => {
          for (const { onDiscard } of unsaved.current.values()) onDiscard?.();
        }}
        onClose={inside.finish}
        onLeave={() => {
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
  /** Whether all of the work is kept on this device. */
  isKept: () => boolean;
  /** What is asked instead of the usual question. */
  question: () => Question | undefined;
  onAnswer: () => void;
  /** Removes what is kept. */
  onDiscard: () => void;
  /** Closes the dialog with its unsaved work. */
  onClose: () => void;
  /** Called before the navigation that the user has allowed. */
  onLeave: () => void;
};

/**
 * Asks before unsaved work is lost. Mounted only while its dialog is open, because the router asks the blocker that was
 * mounted last and no other one.
 */
function LeaveQuestion({
  layer,
  asking,
  isLost,
  isKept,
  question,
  onAnswer,
  onDiscard,
  onClose,
  onLeave,
}: QuestionProps) {
  // Back closes the dialog and a link leaves the page: both would lose the work.
  const blocker = useBlocker(({ currentLocation: here, nextLocation: next }) => {
    const open = layersOf(here.state)[layer];
    // A dialog that the page's address has opened is shown before it has its entry in the history.
    const stays = here.pathname === next.pathname && (open === undefined || open === layersOf(next.state)[layer]);
    return isLost() && !stays;
  });
  const keep = () => {
    onAnswer();
    blocker.reset?.();
  };
  const leave = () => {
    onAnswer();
    if (blocker.state !== 'blocked') return onClose();
    onLeave();
    blocker.proceed();
  };
  const opened = asking || blocker.state === 'blocked';
  return (
    <ConfirmDialog
      opened={opened}
      title="Discard unsaved changes?"
      hint={
        isKept()
          ? 'What you have entered here has not been sent yet. Keep it on this device, and send it later.'
          : 'What you have entered here has not been sent yet.'
      }
      confirm="Discard changes"
      onConfirm={() => {
        onDiscard();
        leave();
      }}
      onCancel={keep}
      {...question()}
      {...(isKept() && { other: { label: 'Keep for later', onPress: leave } })}
    />
  );
}
