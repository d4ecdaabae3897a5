import { type RefCallback, useCallback, useState } from 'react';

/**
 * Whether an element is narrower than `rem`. For changes that CSS alone cannot make, such as a table that becomes cards.
 * Measures the element, because the user decides how much of the window the sidebar takes.
 */
export function useIsNarrow(rem: number): [ref: RefCallback<HTMLElement>, isNarrow: boolean] {
  const [isNarrow, setNarrow] = useState(false);
  const ref = useCallback<RefCallback<HTMLElement>>(
    (element) => {
      if (!element) return;
      const limit = rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const measure = () => setNarrow(element.clientWidth < limit);
      // Measured before the first paint, so that the layout does not jump.
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [rem],
  );
  return [ref, isNarrow];
}
