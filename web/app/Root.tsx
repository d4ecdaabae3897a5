import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { useBusiness } from '#web/lib/business.tsx';
import { metaOf } from '#web/lib/page-meta.ts';
import { repeatEarlyPress } from './early-press.ts';

// A layout effect on the server would only print a warning.
const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The root of every page: each navigation starts at the top (spec §2) and sets the document's title. */
export function Root() {
  const { pathname } = useLocation();
  const business = useBusiness();
  const title = metaOf(
    useMatches().map(({ handle }) => handle),
    business,
  )?.title;
  const shown = useRef(pathname);
  useBeforePaint(() => {
    // Otherwise the browser restores the old scroll position after Back and Forward.
    history.scrollRestoration = 'manual';
    // The visitor may have scrolled the first page before hydration.
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname]);
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useEffect(repeatEarlyPress, []);
  return <Outlet />;
}
