import { useBusiness } from './business.tsx';
import { type OpenState, openState } from './hours.ts';
import { useNow } from './now.ts';

/** Whether the office is open now, kept true while the page stays open; null until hydration, where nobody can know. */
export function useOpenState(): OpenState | null {
  const business = useBusiness();
  const now = useNow();
  return now === 0 ? null : openState(business, now);
}
