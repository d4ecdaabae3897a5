import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useListKeys } from '#web/ui/base/behaviour/useListKeys.ts';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { useDialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { useShortcutsOn } from '#web/ui/mantine/dialog/ShortcutSheet.tsx';
import type { ContactMessage } from '../contact.view.ts';
import type { ContactEdit } from './useContactEdit.ts';

type Options = {
  message: ContactMessage;
  edit: ContactEdit;
  /** Opens the next unresolved message of the list; null when this is the only one that is left. */
  next: (() => void) | null;
  onResolve: (message: ContactMessage) => void;
  isOn: boolean;
  form: RefObject<HTMLFormElement | null>;
};

/**
 * Resolves an open message and leads to the next unresolved one of the list, or closes when no other is left. Notes that are not saved yet
 * are saved first; when that fails, the message stays open.
 */
export function useResolve({ message, edit, next, onResolve, isOn, form }: Options) {
  const { finish } = useDialog();
  const { runAction } = useToasts();
  const [areKeysOn] = useShortcutsOn();
  /** The message with its saved notes, until the form knows that nothing is unsaved. */
  const [saved, setSaved] = useState<ContactMessage | null>(null);
  const isResolved = message.status === 'resolved';

  const leave = (seen: ContactMessage) => {
    // What has the focus disappears with this message.
    form.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
    if (!isResolved) onResolve(seen);
    if (next) next();
    else finish();
  };
  const press = async () => {
    if (!edit.isDirty) return leave(message);
    setSaved(await edit.saveNotes());
  };
  const leaveSaved = useEffectEvent((seen: ContactMessage) => {
    setSaved(null);
    leave(seen);
  });
  // An effect, because the dialog asks about unsaved notes until they are rendered as saved.
  useEffect(() => {
    if (saved && !edit.isDirty) leaveSaved(saved);
  }, [saved, edit.isDirty]);

  const label = isResolved ? next && 'Next to resolve' : next ? 'Resolve and next' : 'Resolve and close';
  // A key that is held down resolves one message only.
  const resolve = ['r', ({ repeat }: KeyboardEvent) => !repeat && isOn && label !== null && void press()] as const;
  useListKeys([resolve, ['z', runAction]], areKeysOn, form);
  return { label, press };
}
