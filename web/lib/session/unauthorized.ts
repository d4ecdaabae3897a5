import { isDashboardPath, paths } from '#contract/words/paths.ts';
import { keepEntries } from '../forms/kept-entries.ts';
import { postToNativeApp } from './native-app.ts';
import { readToken, removeToken } from './token.ts';

/** Calls whose 401 does not end the session on the page (spec §8). */
const QUIET_PATHS = [/^\/auth\/me$/, /^\/requests\/track\//, /^\/requests\/create$/];

/** The dialogs that a parameter of the address opens again: `requestId`, `contactId`, `userId`, `keyId`. */
const LINKED_LAYERS = ['request', 'contact', 'user', 'key'];

/** The address that shows the same after the next sign-in, with the dialog that is open. */
function addressToReturnTo(): string {
  const params = new URLSearchParams(location.search);
  const layers = (history.state as { usr?: { layers?: Record<string, unknown> } | null } | null)?.usr?.layers ?? {};
  for (const layer of LINKED_LAYERS) {
    const value = layers[layer];
    if (typeof value === 'number' || typeof value === 'string') params.set(`${layer}Id`, String(value));
  }
  const query = params.toString();
  return location.pathname + (query && `?${query}`);
}

let isLeaving = false;
/** Whether the native app knows of the end of the session. */
let isTold = false;
const watchers = new Set<() => void>();
export const signOutToApp = {
  isTold: () => isTold,
  subscribe(watcher: () => void) {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
};
function setTold(now: boolean): void {
  isTold = now;
  for (const watcher of watchers) watcher();
}

/** For a logout: calls that were under way when the session ended do not say that it has ended. */
export function expectEndOfSession(): void {
  isLeaving = true;
}

/**
 * Handles a 401 (spec §8): removes the stored token. A dashboard loads /login, or posts a message to the native app that
 * contains it, once for each session, although an open page goes on calling. Public pages stay open. What is entered in open forms is kept for the next sign-in.
 * @param apiPath the failing call's path below /api
 */
export function handleUnauthorized(apiPath: string): void {
  if (readToken()) setTold(false);
  removeToken();
  // The guard opens the login page.
  if (isLeaving) return;
  if (QUIET_PATHS.some((quiet) => quiet.test(apiPath))) return;
  if (!isDashboardPath(location.pathname)) return;
  keepEntries();
  if (isTold) return;
  if (postToNativeApp({ type: 'LOGOUT', reason: 'unauthorized' })) setTold(true);
  else location.assign(paths.login(addressToReturnTo(), 'ended'));
}
