import { useEffect, useState } from 'react';
import type { Business } from '#contract/business.ts';
import { useBusiness } from './business.tsx';
import { useNow } from './now.ts';
import type { OpenState, openState } from './open-state.ts';

let known: typeof openState | null = null;

function stateBy(rules: typeof openState, business: Business, now: number): OpenState | null {
  try {
    return rules(business, now);
  } catch {
    // A zone that the server knows and this browser does not: the hours, which stand beside it, must do.
    return null;
  }
}

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
        // The first call makes the zone's clock. Here it is a task of its own; in the update it would make that one long.
        stateBy(known, business, Date.now());
        setRules(() => known);
      },
      // The hours, which stand beside it, must do.
      () => undefined,
    );
  }, [business]);
  return now === 0 || rules === null ? null : stateBy(rules, business, now);
}
