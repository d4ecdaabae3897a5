import { useRef } from 'react';

/** Returns the last value that was not null, so that a dialog keeps its content while it closes. */
export function useLastValue<T>(value: T | null): T | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}
