import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useListKeys } from '#web/ui/base/behaviour/useListKeys.ts';
import { useShortcutsOn } from '#web/ui/mantine/dialog/ShortcutSheet.tsx';
import type { FormTab } from './useTabForm.ts';

/** Focuses the first field of a tab's form. */
export const focusForm = (dialog: HTMLElement | null, tab: FormTab) =>
  dialog?.querySelector<HTMLElement>(`[data-form="${tab}"] :is(input, select)`)?.focus();

/**
 * The keys inside the dialog of a request: `a` leads to its Assignment tab and `s` to its Status tab, as in the rows, and `e` to the form
 * of a correction, each with the focus in the first field.
 * @param onCorrect begins a correction, or leaves the one that is begun as it is
 */
export function useTabKeys(
  dialog: RefObject<HTMLElement | null>,
  { onTab, onCorrect }: { onTab: (tab: FormTab) => void; onCorrect: () => void },
  isOn: boolean,
): void {
  const [isWanted] = useShortcutsOn();
  const show = (tab: FormTab) => {
    // The field can have the focus as soon as its tab is shown.
    flushSync(() => {
      if (tab === 'details') onCorrect();
      onTab(tab);
    });
    focusForm(dialog.current, tab);
  };
  const keys = [
    ['a', () => show('assignment')],
    ['s', () => show('status')],
    ['e', () => show('details')],
  ] as const;
  useListKeys(keys, isOn && isWanted, dialog);
}
