import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { isSessionEnding } from './kept-entries.ts';

/** Lets the browser ask before the document is left (reload, closed tab, another site) while something is unsaved. */
export function useUnloadQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      // The entries are kept, and the user cannot stay.
      if (!isSessionEnding()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

/** Holds every way off the page while something is unsaved. The page asks, and answers the returned blocker. */
export function useLeaveGuard(isUnsaved: boolean) {
  useUnloadQuestion(isUnsaved);
  return useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
}
