import { Switch } from '@mantine/core';
import { asNumber, useHistoryLayer } from '#web/ui/base/useHistoryLayer.ts';
import { DialogFrame } from '#web/ui/mantine/DialogFrame.tsx';
import classes from './ShortcutSheet.module.css';
import { shortcutsFor } from './shortcuts.ts';

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
  readOnly: boolean;
};

/** Lists the keys of a list of requests. Switches them off for people whose tools press letters by themselves (WCAG 2.1.4). */
export function ShortcutSheet({ opened, onClose, isOn, onSwitch, readOnly }: Props) {
  return (
    <DialogFrame opened={opened} onClose={onClose} title="Keyboard shortcuts" width={480}>
      <div className={classes.sheet}>
        <dl className={classes.list}>
          {shortcutsFor(readOnly).map(([keys, what]) => (
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
