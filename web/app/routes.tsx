import type { RouteObject } from 'react-router';
import type { Role } from '#contract/roles.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Root } from './Root.tsx';

type Module = { Component: React.ComponentType; handle?: unknown };

/** A lazy route whose id is its module's path below web/, so that the server finds its chunk in the build's manifest. */
const page = (id: string, path: string, load: () => Promise<Module>): RouteObject => ({
  id,
  ...(path === '' ? { index: true } : { path }),
  lazy: load,
});

/** A dashboard screen with the roles that may open it (spec §2 route table, §6). */
const screen = (
  id: string,
  path: string,
  allowed: readonly Role[] | null,
  load: () => Promise<Module>,
): RouteObject => ({
  ...page(id, path, load),
  handle: { roles: allowed },
});

/** Everything below it is public, and rendered by the server. */
export const SITE_ROUTE = 'app/SiteLayout.tsx';

/** The one route table (spec §2). */
export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => null,
    children: [
      {
        id: 'app/DashboardLayout.tsx',
        path: 'dashboard',
        lazy: () => import('./DashboardLayout.tsx'),
        children: [
          screen('app/DashboardHome.tsx', '', null, () => import('./DashboardHome.tsx')),
          screen(
            'features/requests/AdminDashboardPage.tsx',
            'admin',
            ['admin'],
            () => import('#web/features/requests/AdminDashboardPage.tsx'),
          ),
          screen(
            'features/users/UsersPage.tsx',
            'admin/users',
            ['admin'],
            () => import('#web/features/users/UsersPage.tsx'),
          ),
          screen(
            'features/settings/SettingsPage.tsx',
            'admin/settings',
            ['admin'],
            () => import('#web/features/settings/SettingsPage.tsx'),
          ),
          screen(
            'features/requests/TechnicianDashboardPage.tsx',
            'technician',
            ['technician', 'admin'],
            () => import('#web/features/requests/TechnicianDashboardPage.tsx'),
          ),
          screen('app/DashboardMissing.tsx', '*', null, () => import('./DashboardMissing.tsx')),
        ],
      },
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
    ],
  },
];
