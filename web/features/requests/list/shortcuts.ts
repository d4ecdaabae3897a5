import type { Shortcut } from '#web/ui/mantine/ShortcutSheet.tsx';

const moving: readonly Shortcut[] = [
  [['j', '↓'], 'Next request'],
  [['k', '↑'], 'Previous request'],
  [['Enter'], 'Open the request'],
];

const changing: readonly Shortcut[] = [
  [['a'], 'Assign the request, or all selected ones'],
  [['s'], 'Set the status of the request, or of all selected ones'],
  [['a', 's'], 'In an open request: to its Assignment, to its Status'],
  [['x'], 'Select the request'],
  [['Shift', 'j'], 'Select the request and the next one'],
  [['Shift', 'k'], 'Select the request and the previous one'],
  [['Esc'], 'Clear the selection'],
  [['z'], 'Undo the last change'],
];

const finding: readonly Shortcut[] = [
  [['/'], 'Search'],
  [['?'], 'Show this list'],
];

/** The keys of a list of requests, as the help sheet lists them. */
export const shortcutsFor = (readOnly: boolean): readonly Shortcut[] =>
  readOnly ? [...moving, ...finding] : [...moving, ...changing, ...finding];
