import type { Shortcut } from '#web/ui/mantine/dialog/ShortcutSheet.tsx';

/**
 * The keys of a list, as the help sheet lists them (`useDeskKeys`).
 * @param noun what a row is called
 * @param changing the feature's own keys that change rows; null where rows are only read
 * @param opened the keys of an open row
 */
export const listShortcuts = (
  noun: string,
  changing: readonly Shortcut[] | null,
  opened: readonly Shortcut[] = [],
): readonly Shortcut[] => [
  [['j', '↓'], `Next ${noun}`],
  [['k', '↑'], `Previous ${noun}`],
  [['Enter'], `Open the ${noun}`],
  ...opened,
  ...(changing
    ? ([
        ...changing,
        [['x'], `Select the ${noun}`],
        [['Shift', 'j'], `Select the ${noun} and the next one`],
        [['Shift', 'k'], `Select the ${noun} and the previous one`],
        [['Esc'], 'Clear the selection'],
        [['z'], 'Undo the last change'],
      ] as const)
    : []),
  [['/'], 'Search'],
  [['?'], 'Show this list'],
];
