import type { RouteObject } from 'react-router';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Root } from './Root.tsx';

export type ScreenModule = { Component: React.ComponentType; handle?: unknown };

/** A lazy route whose id is its module's path below web/, so that the server finds its chunk in the build's manifest. */
export const page = (id: string, path: string, load: () => Promise<ScreenModule>): RouteObject => ({
  id,
  ...(path === '' ? { index: true } : { path }),
  lazy: load,
});

/** Everything below it is public, and rendered by the server. */
export const SITE_ROUTE = 'app/SiteLayout.tsx';

/** The public half of the route table (spec §2); the other one is in dashboard-routes.tsx. */
export const siteRoutes: RouteObject[] = [
  {
    id: SITE_ROUTE,
    lazy: () => import('./SiteLayout.tsx'),
    children: [
      page('features/site/HomePage.tsx', '', () => import('#web/features/site/HomePage.tsx')),
      page('features/site/AboutPage.tsx', 'about', () => import('#web/features/site/AboutPage.tsx')),
      page('features/site/ServicesPage.tsx', 'services', () => import('#web/features/site/ServicesPage.tsx')),
      page('features/site/PortfolioPage.tsx', 'portfolio', () => import('#web/features/site/PortfolioPage.tsx')),
      page('features/contact/ContactPage.tsx', 'contact', () => import('#web/features/contact/ContactPage.tsx')),
      page('features/requests/RequestPage.tsx', 'request', () => import('#web/features/requests/RequestPage.tsx')),
      page('features/requests/TrackPage.tsx', 'track', () => import('#web/features/requests/TrackPage.tsx')),
      page('features/auth/LoginPage.tsx', 'login', () => import('#web/features/auth/LoginPage.tsx')),
      page('features/auth/SetupPage.tsx', 'setup', () => import('#web/features/auth/SetupPage.tsx')),
      page('features/site/PrivacyPage.tsx', 'privacy', () => import('#web/features/site/PrivacyPage.tsx')),
      page(
        'features/site/AccessibilityPage.tsx',
        'accessibility',
        () => import('#web/features/site/AccessibilityPage.tsx'),
      ),
      page('features/site/NotFoundPage.tsx', '*', () => import('#web/features/site/NotFoundPage.tsx')),
    ],
  },
];

/** Until a page's own module is there, what the server rendered stands. */
const Nothing = () => null;

/** The route table of a document: what stands around every page, and the halves it needs. */
export const rootOf = (children: RouteObject[]): RouteObject[] => [
  { id: 'root', Component: Root, ErrorBoundary: ErrorScreen, HydrateFallback: Nothing, children },
];
