import type { RouteObject } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { Root } from './Root.tsx';
import { ErrorScreen } from './screens/ErrorScreen.tsx';

export type ScreenModule = { Component: React.ComponentType; handle?: unknown };

/** A lazy route. Its id is the module's path below web/, so that the server finds its chunk in the build's manifest. */
export const page = (id: string, path: string, load: () => Promise<ScreenModule>): RouteObject => ({
  id,
  ...(path === paths.home || path === paths.dashboard ? { index: true } : { path }),
  lazy: load,
});

/** The id of the layout of all public pages, which the server renders. */
export const SITE_ROUTE = 'app/SiteLayout.tsx';

/** The public half of the route table (spec §2). The other half is in dashboard-routes.tsx. */
export const siteRoutes: RouteObject[] = [
  {
    id: SITE_ROUTE,
    lazy: () => import('./SiteLayout.tsx'),
    children: [
      page('features/site/home/HomePage.tsx', paths.home, () => import('#web/features/site/home/HomePage.tsx')),
      page('features/site/about/AboutPage.tsx', paths.about, () => import('#web/features/site/about/AboutPage.tsx')),
      page(
        'features/site/services/ServicesPage.tsx',
        paths.services,
        () => import('#web/features/site/services/ServicesPage.tsx'),
      ),
      page(
        'features/site/portfolio/PortfolioPage.tsx',
        paths.portfolio,
        () => import('#web/features/site/portfolio/PortfolioPage.tsx'),
      ),
      page(
        'features/contact/send/ContactPage.tsx',
        paths.contact,
        () => import('#web/features/contact/send/ContactPage.tsx'),
      ),
      page(
        'features/requests/submit/RequestPage.tsx',
        paths.request(),
        () => import('#web/features/requests/submit/RequestPage.tsx'),
      ),
      page(
        'features/tracking/track/TrackPage.tsx',
        paths.track(),
        () => import('#web/features/tracking/track/TrackPage.tsx'),
      ),
      page('features/auth/login/LoginPage.tsx', paths.login(), () => import('#web/features/auth/login/LoginPage.tsx')),
      page(
        'features/auth/forgot/ForgotPasswordPage.tsx',
        paths.forgotPassword,
        () => import('#web/features/auth/forgot/ForgotPasswordPage.tsx'),
      ),
      page(
        'features/auth/reset/ResetPasswordPage.tsx',
        paths.resetPassword,
        () => import('#web/features/auth/reset/ResetPasswordPage.tsx'),
      ),
      page('features/auth/setup/SetupPage.tsx', paths.setup, () => import('#web/features/auth/setup/SetupPage.tsx')),
      page(
        'features/site/privacy/PrivacyPage.tsx',
        paths.privacy,
        () => import('#web/features/site/privacy/PrivacyPage.tsx'),
      ),
      page(
        'features/site/accessibility/AccessibilityPage.tsx',
        paths.accessibility,
        () => import('#web/features/site/accessibility/AccessibilityPage.tsx'),
      ),
      page(
        'features/site/not-found/NotFoundPage.tsx',
        '*',
        () => import('#web/features/site/not-found/NotFoundPage.tsx'),
      ),
    ],
  },
];

/** Renders nothing while a page's module loads: the markup of the server stays. */
const KeepServerMarkup = () => null;

/** The route table of a document, with the layout around every page. */
export const rootOf = (children: RouteObject[]): RouteObject[] => [
  { id: 'root', Component: Root, ErrorBoundary: ErrorScreen, HydrateFallback: KeepServerMarkup, children },
];
