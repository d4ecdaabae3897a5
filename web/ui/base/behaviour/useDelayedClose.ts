import { useEffect, useEffectEvent, useState } from 'react';

/** In milliseconds: how long a success message stays before its dialog closes (spec §9). */
const CLOSE_DELAY = 1500;

/** Ends a dialog with a success message: `finish(text)` shows it, and the dialog closes a moment later. Null takes it back. */
export function useDelayedClose(onDone: () => void) {
  const [text, setText] = useState<string | null>(null);
  const close = useEffectEvent(onDone);
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => close(), CLOSE_DELAY);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, finish: setText };
}
