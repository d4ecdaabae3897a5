import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { useBusiness } from '#web/lib/business.tsx';
import { metaOf } from '#web/lib/page-meta.ts';
import { forgetReload } from './ErrorScreen.tsx';
import { repeatEarlyPress } from './early-press.ts';

// The server renders without a layout; there an effect of this kind would only warn.
const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Around every page: each navigation starts at the top, instantly (spec §2), under the page's own title. */
export function Root() {
  const { pathname } = useLocation();
  const business = useBusiness();
  const title = metaOf(
    useMatches().map(({ handle }) => handle),
    business,
  )?.title;
  const shown = useRef(pathname);
  useBeforePaint(() => {
    // Otherwise the browser puts the old position back after Back and Forward.
    history.scrollRestoration = 'manual';
    // The first page is where its reader has already scrolled it to.
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname]);
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useEffect(() => {
    forgetReload();
    repeatEarlyPress();
  }, []);
  return <Outlet />;
}
