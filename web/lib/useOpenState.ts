import { useEffect, useState } from 'react';
import { useBusiness } from './business.tsx';
import { useNow } from './now.ts';
import type { OpenState, openState } from './open-state.ts';

let known: typeof openState | null = null;

/**
 * Whether the office is open now, kept true while the page stays open; null until hydration, where nobody can know. The
 * calendar's rules come after the first paint: no page waits for them.
 */
export function useOpenState(): OpenState | null {
  const business = useBusiness();
  const now = useNow();
  const [rules, setRules] = useState(() => known);
  useEffect(() => {
    if (known) return setRules(() => known);
    import('./open-state.ts').then(
      (module) => {
        known = module.openState;
        setRules(() => known);
      },
      // Then the hours, which stand beside it, must do.
      () => undefined,
    );
  }, []);
  if (now === 0 || rules === null) return null;
  try {
    return rules(business, now);
  } catch {
    // A zone that the server knows and this browser does not: the hours, too, must do.
    return null;
  }
}
