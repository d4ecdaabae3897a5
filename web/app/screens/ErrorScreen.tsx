import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { storedText } from '#web/lib/stored/text.ts';
import { FailureScreen } from './FailureScreen.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';

const isAnswering = async () => true;
const serverAnswers = async () => (await fetch('/api/health', { cache: 'no-store' })).ok;

/** Failures that a new load of the page mends. Each browser has its own words for a script that does not arrive. */
const mended = [
  // A broken session: a context that is used outside its provider names it in its message (spec §8).
  { words: /SessionProvider/, canReload: isAnswering },
  // A part of the app that the server does not have any more, because a newer version runs there. Without a connection nothing would be gained.
  {
    words: /dynamically imported module|importing a module script failed|unable to preload/i,
    canReload: serverAnswers,
  },
];
/** When this tab last reloaded itself, in milliseconds since 1970. */
const lastReload = storedText('reloaded_at', 'sessionStorage');
/** A page that fails again so soon shows the button, so that it does not reload for ever. */
const PAUSE_MS = 60_000;

function reloadOf(error: unknown) {
  if (!(error instanceof Error) || typeof window === 'undefined') return null;
  const reload = mended.find(({ words }) => words.test(error.message));
  return reload && Date.now() - Number(lastReload.read()) > PAUSE_MS ? reload : null;
}

/** Shown when a page throws (spec §2 Error screen). */
export function ErrorScreen() {
  const error = useRouteError();
  const [reload, setReload] = useState(() => reloadOf(error));
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the screen hides the cause, the log must not.
    if (!reload) return console.error(error);
    let isGone = false;
    reload
      .canReload()
      .catch(() => false)
      .then((can) => {
        if (isGone) return;
        if (!can) return setReload(null);
        lastReload.write(String(Date.now()));
        location.reload();
      });
    return () => {
      isGone = true;
    };
  }, [error, reload]);
  if (reload) return <LoadingScreen>Reloading application...</LoadingScreen>;
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
