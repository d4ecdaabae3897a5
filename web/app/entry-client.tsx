import '#web/lib/zod-without-eval.ts';
import '#web/ui/base/style/tokens.css';
import '#web/ui/base/style/fonts.css';
import '#web/ui/base/style/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { isDashboardPath } from '#contract/words/paths.ts';
import { readBusiness } from '#web/lib/business.tsx';
import { takeEarlyPress } from './early-press.ts';
import { Providers } from './Providers.tsx';
import { rootOf, siteRoutes } from './routes.tsx';
import { scrollSamePageToTop } from './scroll-to-top.ts';

/** Loads the matched lazy routes, because hydration needs the components that the server rendered. */
async function loadMatched(routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const { lazy, ...rest } = route;
      Object.assign(route, rest, await (lazy as () => Promise<Partial<RouteObject>>)(), { lazy: undefined });
    }),
  );
}

/** The script may run while the rest of the document is still on its way. */
const documentParsed = (): Promise<unknown> | undefined =>
  document.readyState === 'loading'
    ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
    : undefined;

async function start(): Promise<void> {
  const isDashboard = isDashboardPath(location.pathname);
  const staff = isDashboard ? (await import('./dashboard-routes.tsx')).dashboardRoutes : [];
  const routes = rootOf([...staff, ...siteRoutes]);
  await loadMatched(routes);
  await documentParsed();
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root');
  const router = createBrowserRouter(routes);
  scrollSamePageToTop(router);
  const app = (
    <StrictMode>
      <Providers business={readBusiness()}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
  takeEarlyPress();
  // Public pages are hydrated; the dashboards' shell is only a loading screen.
  // In a transition React works in slices, so that taps and scrolls are handled in between.
  if (root.firstElementChild && !isDashboard) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

start().catch((error: unknown) => {
  // As for a script that does not arrive (start-script.ts).
  document.documentElement.dataset.failed = '';
  throw error;
});
