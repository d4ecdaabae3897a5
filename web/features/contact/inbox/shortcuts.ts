import type { Shortcut } from '#web/ui/mantine/ShortcutSheet.tsx';

const moving: readonly Shortcut[] = [
  [['j', '↓'], 'Next message'],
  [['k', '↑'], 'Previous message'],
  [['Enter'], 'Open the message'],
  [['Esc'], 'Close the message'],
];

const changing: readonly Shortcut[] = [
  [['r'], 'Resolve the message, or all selected ones'],
  [['r'], 'In an open message: resolve it, and open the next one'],
  [['s'], 'Set the status of the message, or of all selected ones'],
  [['x'], 'Select the message'],
  [['Shift', 'j'], 'Select the message and the next one'],
  [['Shift', 'k'], 'Select the message and the previous one'],
  [['Esc'], 'Clear the selection'],
  [['z'], 'Undo the last change'],
];

const finding: readonly Shortcut[] = [
  [['/'], 'Search'],
  [['?'], 'Show this list'],
];

/** The keys of the list of messages, as the help sheet lists them. */
export const shortcutsFor = (readOnly: boolean): readonly Shortcut[] =>
  readOnly ? [...moving, ...finding] : [...moving, ...changing, ...finding];
