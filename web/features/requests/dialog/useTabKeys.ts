import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useListKeys } from '#web/ui/base/behaviour/useListKeys.ts';
import { useShortcutsOn } from '#web/ui/mantine/dialog/ShortcutSheet.tsx';
import type { FormTab } from './useTabForm.ts';

/**
 * The keys of the rows inside the dialog of a request: `a` leads to its Assignment tab and `s` to its Status tab, each with
 * the focus in the tab's first field.
 */
export function useTabKeys(dialog: RefObject<HTMLElement | null>, onTab: (tab: FormTab) => void, isOn: boolean): void {
  const [isWanted] = useShortcutsOn();
  const show = (tab: FormTab) => {
    // The field can have the focus as soon as its tab is shown.
    flushSync(() => onTab(tab));
    dialog.current?.querySelector<HTMLElement>(`[data-form="${tab}"] :is(input, select)`)?.focus();
  };
  const keys = [
    ['a', () => show('assignment')],
    ['s', () => show('status')],
  ] as const;
  useListKeys(keys, isOn && isWanted, dialog);
}
