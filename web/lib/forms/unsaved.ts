import { createContext, useContext, useEffect, useEffectEvent, useId, useLayoutEffect } from 'react';
import { isSessionEnding } from './kept-entries.ts';

/** The texts of a question that is not about what was entered. */
export type Question = { title: string; hint: string; confirm: string; cancel?: string };
/** Unsaved work of a form. With `onDiscard` the form keeps its work on this device until that is called. */
export type Unsaved = { onDiscard?: () => void; question?: Question };

/** What asks before the form is left: the dialog around it, or else the page. It is told the unsaved work of each form; null when it is saved. */
export const UnsavedContext = createContext<((form: string, work: Unsaved | null) => void) | null>(null);

/** Lets the browser ask before the document is left (reload, closed tab, another site) while something is unsaved. */
export function useUnloadQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      // The entries are kept, and the user cannot stay.
      if (!isSessionEnding()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

/**
 * Says whether this form has unsaved work: closing its dialog or leaving the page then asks first.
 * @param onDiscard given by a form that keeps its work on this device: removes what is kept. The dialog then offers to keep
 * the work for later, and the page can be left without a question.
 * @param question a constant: what is asked instead of the usual question
 */
export function useUnsaved(isUnsaved: boolean, onDiscard?: () => void, question?: Question): void {
  const form = useId();
  const mark = useContext(UnsavedContext);
  if (!mark) throw new Error('A form that can be unsaved must be within a Dialog or a PageGuard');
  const isKept = onDiscard !== undefined;
  const discard = useEffectEvent(() => onDiscard?.());
  useUnloadQuestion(isUnsaved && !isKept);
  // A layout effect, so that it runs before the next event: Escape may be pressed right after a letter.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    mark(form, { ...(isKept && { onDiscard: () => discard() }), ...(question && { question }) });
    return () => mark(form, null);
  }, [form, isUnsaved, isKept, question, mark]);
}
