import { useEffect } from 'react';

/**
 * Gives the focus back to what had it before it was disabled. A button is disabled while its work is on its way, and browsers
 * do not return the focus by themselves: Enter would do nothing, and a screen reader would begin at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const keep = ({ target }: Event) => {
      last = target;
    };
    // A press beside everything gives the focus up.
    const forget = () => {
      last = null;
    };
    const enabled = new MutationObserver((changes) => {
      if (document.activeElement !== document.body) return;
      for (const { target } of changes) {
        if (target === last && target instanceof HTMLElement && !target.hasAttribute('disabled'))
          target.focus({ preventScroll: true });
      }
    });
    enabled.observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', keep);
    document.addEventListener('pointerdown', forget);
    return () => {
      enabled.disconnect();
      document.removeEventListener('focusin', keep);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
}
