import { useEffect, useRef, useState } from 'react';

/** How long a success stays readable before its dialog closes (spec §9). */
const CLOSE_DELAY = 1500;

/** A dialog's good end: `finish(text)` says it, and the dialog closes a moment later. */
export function useDone(onDone: () => void) {
  const [text, setText] = useState<string | null>(null);
  const latest = useRef(onDone);
  latest.current = onDone;
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => latest.current(), CLOSE_DELAY);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, finish: setText };
}
