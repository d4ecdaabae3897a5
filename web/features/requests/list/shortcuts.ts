import { listShortcuts } from '#web/domain/list-shortcuts.ts';
import type { Shortcut } from '#web/ui/mantine/dialog/ShortcutSheet.tsx';

const changing: readonly Shortcut[] = [
  [['a'], 'Assign the request, or all selected ones'],
  [['s'], 'Set the status of the request, or of all selected ones'],
  [['a', 's', 'e'], 'In an open request: to its Assignment, to its Status, Edit Request'],
  [['Ctrl', 'Enter'], 'In a text: save the form'],
];

/** The keys of a list of requests, as the help sheet lists them. */
export const shortcutsFor = (readOnly: boolean): readonly Shortcut[] =>
  listShortcuts('request', readOnly ? null : changing);
