import { listShortcuts } from '#web/domain/list-shortcuts.ts';
import type { Shortcut } from '#web/ui/mantine/dialog/ShortcutSheet.tsx';

const changing: readonly Shortcut[] = [
  [['r'], 'Resolve the message, or all selected ones'],
  [['r'], 'In an open message: resolve it, and open the next unresolved one'],
  [['s'], 'Set the status of the message, or of all selected ones'],
  [['Ctrl', 'Enter'], 'In a text: save the form'],
];

/** The keys of the list of messages, as the help sheet lists them. */
export const shortcutsFor = (readOnly: boolean): readonly Shortcut[] =>
  listShortcuts('message', readOnly ? null : changing, [[['Esc'], 'Close the message']]);
