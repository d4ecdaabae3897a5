import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and until hydration, then true. Before hydration no script handles a press on a button. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
