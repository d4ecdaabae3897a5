import { isDashboardPath, paths } from '#contract/words/paths.ts';
import { removeToken } from './token.ts';

declare global {
  interface Window {
    /** Present when a native app shows the product in its web view. */
    ReactNativeWebView?: { postMessage(message: string): void };
  }
}

/** Calls that answer 401 without throwing the visitor out (spec §8). */
const QUIET_PATHS = [/^\/auth\/me$/, /^\/requests\/track\//, /^\/requests\/create$/];

/**
 * What a 401 means for the page (spec §8): the stored token goes; on a dashboard the whole page goes to /login, or the
 * native app around us is told. Public pages stay where they are.
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
