import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { paths } from '#contract/words/paths.ts';
import { signOutToApp } from '#web/lib/session/unauthorized.ts';

/** Says that the native app has been told of the end of the session, above whatever is open, because the page stays as it is (spec §8). */
export function NativeSignOut() {
  const isTold = useSyncExternalStore(signOutToApp.subscribe, signOutToApp.isTold);
  if (!isTold) return null;
  return createPortal(
    <div className="page-bar" role="alert">
      <p>Your session has ended. The app takes care of signing you in again.</p>
      <a href={paths.login()}>Sign In Here</a>
    </div>,
    document.body,
  );
}
