import { isDashboardPath, paths } from '#contract/words/paths.ts';
import { removeToken } from './token.ts';

declare global {
  interface Window {
    /** Present when a native app shows the product in its web view. */
    ReactNativeWebView?: { postMessage(message: string): void };
  }
}

/** Calls whose 401 does not end the session on the page (spec §8). */
const QUIET_PATHS = [/^\/auth\/me$/, /^\/requests\/track\//, /^\/requests\/create$/];

/**
 * Handles a 401 (spec §8): removes the stored token. A dashboard loads /login, or posts a message to the native app that
 * contains it. Public pages stay open.
 * @param apiPath the failing call's path below /api
 */
export function handleUnauthorized(apiPath: string): void {
  removeToken();
  if (QUIET_PATHS.some((quiet) => quiet.test(apiPath))) return;
  if (!isDashboardPath(location.pathname)) return;
  if (window.ReactNativeWebView) {
    window.ReactNativeWebView.postMessage(JSON.stringify({ type: 'LOGOUT', reason: 'unauthorized' }));
  } else {
    location.assign(paths.login());
  }
}
