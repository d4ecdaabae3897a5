import { type RefObject, useLayoutEffect } from 'react';

/** In pixels: more than the width of the focus ring. */
const ROOM = 8;

/** Finds what scrolls the element: the nearest scrolling ancestor, or the page. */
function scrollerOf(element: Element): HTMLElement {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  }
  return document.documentElement;
}

/**
 * Keeps a sticky foot from covering what has the focus: a focused element scrolls to above the foot, whatever the foot's
 * height is at the time (WCAG 2.2, 2.4.11).
 */
export function useScrollPadding(foot: RefObject<HTMLElement | null>): void {
  // A layout effect, so that an effect of the same render that scrolls stays above the foot.
  useLayoutEffect(() => {
    const element = foot.current;
    if (!element) return;
    const scroller = scrollerOf(element);
    const measure = () => {
      const fromBelow = Number.parseFloat(getComputedStyle(element).insetBlockEnd) || 0;
      scroller.style.scrollPaddingBlockEnd = `${element.offsetHeight + fromBelow + ROOM}px`;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      scroller.style.scrollPaddingBlockEnd = '';
    };
  }, [foot]);
}
