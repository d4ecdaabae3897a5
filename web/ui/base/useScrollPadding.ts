import { type RefObject, useEffect } from 'react';

/** More than the ring around what has the focus. */
const ROOM = 8;

/** What scrolls the element: the nearest box around it that does, or the page. */
function scrollerOf(element: Element): HTMLElement {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  }
  return document.documentElement;
}

/**
 * Keeps what is behind a sticky foot out of the way of the keyboard: whatever gets the focus scrolls to above the foot,
 * however high it is at the time (WCAG 2.2, 2.4.11).
 */
export function useFootRoom(foot: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = foot.current;
    if (!element) return;
    const scroller = scrollerOf(element);
    const observer = new ResizeObserver(() => {
      const fromBelow = Number.parseFloat(getComputedStyle(element).insetBlockEnd) || 0;
      scroller.style.scrollPaddingBlockEnd = `${element.offsetHeight + fromBelow + ROOM}px`;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      scroller.style.scrollPaddingBlockEnd = '';
    };
  }, [foot]);
}
