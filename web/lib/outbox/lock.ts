/**
 * Runs a function while no other tab of the browser runs one under this name. Web Locks exist in secure contexts only. Elsewhere the
 * Idempotency-Key alone keeps two tabs from saving an entry twice.
 */
export const lock = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request(name, run) as Promise<T>) : run();
