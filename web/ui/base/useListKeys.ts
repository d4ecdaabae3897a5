import { useEffect, useRef } from 'react';

/** What each key does, by `KeyboardEvent.key`. With Shift, a letter is in upper case. */
export type ListKeys = readonly (readonly [key: string, run: () => void])[];

const TYPING = 'textarea, select, input:not([type="checkbox"], [type="radio"]), [contenteditable="true"]';
const PRESSABLE = 'a, button, input, summary, [role="tab"]';
const ON_TOP = '[role="dialog"], [role="alertdialog"], [role="listbox"]';

/**
 * Keys that work a list from anywhere on its page. Never while someone types in a field, while something is open on top of
 * the page, or with Ctrl, Alt or Meta. Enter stays with a link or button that has the focus. Not @mantine/hooks' useHotkeys:
 * it names keys by their place on a US keyboard, where `?` and `/` are elsewhere on others.
 */
export function useListKeys(keys: ListKeys, isOn: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const run = latest.current.find(([key]) => key === event.key)?.[1];
      if (!run || event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      // What is open holds the focus. Where nothing has it, the page asks what is open.
      const isCovered = target === document.body ? document.querySelector(ON_TOP) : target.closest(ON_TOP);
      if (isCovered || target.closest(TYPING)) return;
      if (event.key === 'Enter' && target.closest(PRESSABLE)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}
