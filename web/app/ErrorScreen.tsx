import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { FailureScreen } from './FailureScreen.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';

/** Recognises a broken session: a context that is used outside its provider names it in its message (spec §8). */
const concernsAuth = (error: unknown) => error instanceof Error && /SessionProvider/.test(error.message);
const RELOADED = 'reloaded_after_auth_failure';

/** Reloads once. A page that fails again shows the button, so that it does not reload for ever. */
function reloadOnce(): boolean {
  if (sessionStorage.getItem(RELOADED)) return false;
  sessionStorage.setItem(RELOADED, '1');
  location.reload();
  return true;
}

/** Called when a page works: the next failure may reload again. */
export function forgetReload(): void {
  sessionStorage.removeItem(RELOADED);
}

/** Shown when a page throws (spec §2 Error screen). */
export function ErrorScreen() {
  const error = useRouteError();
  const isAuth = concernsAuth(error);
  useEffect(() => {
    if (isAuth) reloadOnce();
    // biome-ignore lint/suspicious/noConsole: the screen hides the cause, the log must not.
    else console.error(error);
  }, [error, isAuth]);
  const isReloading = isAuth && typeof sessionStorage !== 'undefined' && !sessionStorage.getItem(RELOADED);
  if (isReloading) return <LoadingScreen>Reloading application...</LoadingScreen>;
  return (
    <FailureScreen
      action={
        <button type="button" onClick={() => location.reload()}>
          Reload Page
        </button>
      }
    />
  );
}
