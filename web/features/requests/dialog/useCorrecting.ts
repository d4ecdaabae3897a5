import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';

/**
 * Whether the Details tab is the form of a correction. At its end the focus is back on the button that began it.
 * @param isBegun whether the form has entries from before the session ended
 */
export function useCorrecting(isBegun: boolean) {
  const [isOn, setOn] = useState(isBegun);
  const saved = useFlash();
  const button = useRef<HTMLButtonElement>(null);
  const end = () => {
    // The button can have the focus as soon as it is shown.
    flushSync(() => setOn(false));
    button.current?.focus();
  };
  return {
    isOn,
    button,
    saved,
    begin: () => {
      saved.clear();
      setOn(true);
    },
    cancel: end,
    /** Receives the success message. */
    finish: (text: string) => {
      end();
      saved.show(text);
    },
  };
}
export type Correcting = ReturnType<typeof useCorrecting>;
