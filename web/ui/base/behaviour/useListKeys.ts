import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isForList, type ListKeys } from './list-keys.ts';

/** Moves the focus to the search of the page's list. */
export const focusSearch = () => document.querySelector<HTMLElement>('search input[type="search"]')?.focus();

const TYPING = 'textarea, select, input:not([type="checkbox"], [type="radio"]), [contenteditable="true"]';
const PRESSABLE = 'a, button, input, summary, [role="tab"]';
const ON_TOP = '[role="dialog"], [role="alertdialog"], [role="listbox"]';

/** The element that is open on top of the page at the target of a key. Where nothing has the focus, the page is asked. */
const topAt = (target: Element) =>
  (target === document.body ? [...document.querySelectorAll(ON_TOP)].at(-1) : target.closest(ON_TOP)) ?? null;

/**
 * Keys that work a list from anywhere on its page, or a dialog from anywhere in it. Never while someone types in a field, while
 * something is open on top of the page, or with Ctrl, Alt or Meta. Enter stays with a link or button that has the focus. Not
 * @mantine/hooks' useHotkeys: it names keys by their place on a US keyboard, where `?` and `/` are elsewhere on others.
 * @param inside an element of the dialog whose keys they are
 */
export function useListKeys(keys: ListKeys, isOn: boolean, inside?: RefObject<Element | null>): void {
  const actionOf = useEffectEvent((key: string) => keys.find(([name]) => name === key)?.[1]);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const run = actionOf(event.key);
      if (!run) return;
      const target = event.target instanceof Element ? event.target : document.body;
      const own = inside?.current?.closest(ON_TOP) ?? null;
      const at = {
        layer: topAt(target),
        isTyping: target.closest(TYPING) !== null,
        isPressable: target.closest(PRESSABLE) !== null,
      };
      if ((inside && !own) || !isForList(event, at, own)) return;
      event.preventDefault();
      run(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, inside]);
}
