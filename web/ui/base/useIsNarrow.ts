import { type RefCallback, useCallback, useState } from 'react';

/**
 * Whether an element has less room than so many rem: for what CSS alone cannot say, such as a table that becomes cards. The
 * window does not tell: how much of it the sidebar takes is its reader's choice.
 */
export function useIsNarrow(rem: number): [ref: RefCallback<HTMLElement>, isNarrow: boolean] {
  const [isNarrow, setNarrow] = useState(false);
  const ref = useCallback<RefCallback<HTMLElement>>(
    (element) => {
      if (!element) return;
      const limit = rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const measure = () => setNarrow(element.clientWidth < limit);
      // At once, before the first paint: nobody sees the other one first.
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [rem],
  );
  return [ref, isNarrow];
}
