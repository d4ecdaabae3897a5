import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { asNumber } from '#web/ui/base/behaviour/history-layers.ts';
import { useHistoryLayer } from '#web/ui/base/behaviour/useHistoryLayer.ts';
import { DialogFrame } from './DialogFrame.tsx';
import classes from './ShortcutSheet.module.css';
import { storedShortcuts } from './shortcuts.stored.ts';

export type Shortcut = readonly [keys: readonly string[], what: string];

/** Whether this browser's user wants the shortcuts, and how to change it. */
export const useShortcutsOn = () =>
  useLocalStorage({ key: storedShortcuts.key, defaultValue: true, getInitialValueInEffect: false });

/** Whether the sheet is open: a layer of its own in the browser's history. */
export const useShortcutSheet = () => {
  const { value, open, close } = useHistoryLayer('shortcuts', asNumber);
  return { isOpen: value !== null, open: () => open(1), close };
};

type Props = {
  opened: boolean;
  onClose: () => void;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  shortcuts: readonly Shortcut[];
};

/** Lists the keys of a list. Switches them off for people whose tools press letters by themselves (WCAG 2.1.4). */
export function ShortcutSheet({ opened, onClose, isOn, onSwitch, shortcuts }: Props) {
  return (
    <DialogFrame opened={opened} onClose={onClose} title="Keyboard shortcuts" width={480}>
      <div className={classes.sheet}>
        <dl className={classes.list}>
          {shortcuts.map(([keys, what]) => (
            <div key={what} className={classes.line}>
              <dt>{what}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key} className={classes.key}>
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Switch
          label="Use keyboard shortcuts"
          checked={isOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
      </div>
    </DialogFrame>
  );
}
