import { useEffect, useState } from 'react';
import type { Business } from '#contract/business.ts';
import { useBusiness } from './business.tsx';
import { useNow } from './now.ts';
import type { OpenState, openState } from './open-state.ts';

let known: typeof openState | null = null;

function evaluate(rules: typeof openState, business: Business, now: number): OpenState | null {
  try {
    return rules(business, now);
  } catch {
    // This browser does not know the time zone. The page shows the office hours beside it, which are enough.
    return null;
  }
}

/**
 * Whether the office is open now, updated while the page is open; null until hydration, because the server does not know
 * when the page is read. The calendar rules are loaded after the first paint.
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
        // The first call creates the time zone's formatter, which is slow. Called here, it does not prolong the update.
        evaluate(known, business, Date.now());
        setRules(() => known);
      },
      // The page shows the office hours beside it, which are enough.
      () => undefined,
    );
  }, [business]);
  return now === 0 || rules === null ? null : evaluate(rules, business, now);
}
