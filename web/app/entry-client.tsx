import '#web/lib/zod-without-eval.ts';
import '#web/ui/base/tokens.css';
import '#web/ui/base/fonts.css';
import '#web/ui/base/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { isDashboardPath } from '#contract/words/paths.ts';
import { readBusiness } from '#web/lib/business.tsx';
import { Providers } from './Providers.tsx';
import { rootOf, siteRoutes } from './routes.tsx';
import { startSamePageAtTop } from './same-page.ts';

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

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root');
  const isDashboard = isDashboardPath(location.pathname);
  const staff = isDashboard ? (await import('./dashboard-routes.tsx')).dashboardRoutes : [];
  const routes = rootOf([...staff, ...siteRoutes]);
  await loadMatched(routes);
  const router = createBrowserRouter(routes);
  startSamePageAtTop(router);
  const app = (
    <StrictMode>
      <Providers business={readBusiness()}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
  // Public pages are hydrated; the dashboards' shell is only a loading screen.
  // In a transition React works in slices, so that taps and scrolls are handled in between.
  if (root.firstElementChild && !isDashboard) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

void start();
