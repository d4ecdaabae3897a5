import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and until hydration, then true: before that, a press on a button would reach no script. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
