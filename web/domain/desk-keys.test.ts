import { describe, expect, it, vi } from 'vitest';
import type { ListKeys } from '#web/ui/base/behaviour/list-keys.ts';
import { deskKeys } from './desk-keys.ts';
import { listShortcuts } from './list-shortcuts.ts';

const actionsOf = () => ({
  move: vi.fn(),
  open: vi.fn(),
  toggle: vi.fn(),
  extend: vi.fn(),
  clear: vi.fn(),
  undo: vi.fn(),
  showKeys: vi.fn(),
});

/** Presses a key, and returns what was called, with its arguments. */
function press(key: string, changing: ListKeys | null): unknown[] {
  const actions = actionsOf();
  deskKeys(actions, changing).find(([name]) => name === key)?.[1]({} as KeyboardEvent);
  return Object.entries(actions).flatMap(([name, { mock }]) => mock.calls.map((args) => [name, ...args.slice(0, 1)]));
}

/** A key as the help sheet names it, as the browser does. */
const keyOf = (keys: readonly string[]): string[] => {
  if (keys[0] === 'Shift') return [String(keys[1]).toUpperCase()];
  const names: Record<string, string> = { '↓': 'ArrowDown', '↑': 'ArrowUp', Esc: 'Escape' };
  return keys.map((key) => names[key] ?? key);
};
const sheetOf = (changing: Parameters<typeof listShortcuts>[1]) =>
  listShortcuts('request', changing)
    .flatMap(([keys]) => keyOf(keys))
    .sort();
const keysOf = (changing: ListKeys | null) =>
  deskKeys(actionsOf(), changing)
    .map(([key]) => key)
    .sort();

describe('the keys of a list', () => {
  it.each([
    ['j', 'move', 1],
    ['ArrowDown', 'move', 1],
    ['k', 'move', -1],
    ['ArrowUp', 'move', -1],
    ['J', 'extend', 1],
    ['K', 'extend', -1],
  ])('%s calls %s with %i', (key, name, by) => expect(press(key, [])).toEqual([[name, by]]));

  it.each([
    ['Enter', 'open'],
    ['x', 'toggle'],
    ['Escape', 'clear'],
    ['z', 'undo'],
    ['?', 'showKeys'],
  ])('%s calls %s', (key, name) => expect(press(key, [])[0]).toContain(name));

  it('choose nothing where rows are only read', () => {
    for (const key of ['x', 'J', 'K', 'Escape', 'z']) expect(press(key, null)).toEqual([]);
  });

  it('are those that the help sheet lists', () => {
    expect(keysOf(null)).toEqual(sheetOf(null));
    expect(keysOf([['a', () => undefined]])).toEqual(sheetOf([[['a'], 'Assign']]));
  });
});
