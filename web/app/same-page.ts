import type { DataRouter } from 'react-router';

/**
 * A link to the page that is open starts it at its top, as every navigation does (spec §2). Root sees to the others. What
 * only changes the page's query or opens something on it says `preventScrollReset`, and Back leaves such a change where it is.
 */
export function startSamePageAtTop(router: DataRouter): void {
  let shown = router.state.location;
  router.subscribe(({ location, historyAction, preventScrollReset }) => {
    if (location === shown) return;
    const isSamePage = location.pathname === shown.pathname;
    shown = location;
    if (isSamePage && historyAction !== 'POP' && !preventScrollReset) window.scrollTo({ top: 0, behavior: 'instant' });
  });
}
