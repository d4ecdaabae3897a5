import type { DataRouter } from 'react-router';

/**
 * Scrolls to the top when a link leads to the page that is already open (spec §2). Root does this for other pages. A change
 * of the query or an opened layer sets `preventScrollReset`, and Back keeps the scroll position of such a change.
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
