import type { ListKeys } from '#web/ui/base/behaviour/list-keys.ts';
import { focusSearch } from '#web/ui/base/behaviour/useListKeys.ts';

/** What the keys of a list do. */
export type DeskActions = {
  /** Moves the keyboard a row down (1) or up (-1). */
  move: (by: number) => void;
  open: () => void;
  /** Chooses the active row, or no longer. */
  toggle: () => void;
  /** Chooses the active row and the one below (1) or above (-1). */
  extend: (by: number) => void;
  clear: () => void;
  undo: () => void;
  showKeys: () => void;
};

/**
 * The keys of a list: every list moves, opens, searches, chooses and undoes with the same ones.
 * @param changing the feature's own keys that change rows; null where rows are only read, and cannot be chosen
 */
export function deskKeys(actions: DeskActions, changing: ListKeys | null): ListKeys {
  const { move, open, toggle, extend, clear, undo, showKeys } = actions;
  const moving: ListKeys = [
    ['j', () => move(1)],
    ['ArrowDown', () => move(1)],
    ['k', () => move(-1)],
    ['ArrowUp', () => move(-1)],
    ['Enter', open],
    ['/', focusSearch],
    ['?', showKeys],
  ];
  if (!changing) return moving;
  return [
    ...moving,
    ...changing,
    ['x', toggle],
    ['J', () => extend(1)],
    ['K', () => extend(-1)],
    ['Escape', clear],
    ['z', undo],
  ];
}
