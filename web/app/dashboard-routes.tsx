import type { RouteObject } from 'react-router';
import type { Role } from '#contract/roles.ts';
import { page, type ScreenModule } from './routes.tsx';

/** A dashboard screen with the roles that may open it (spec §2 route table, §6). */
const screen = (
  id: string,
  path: string,
  allowed: readonly Role[] | null,
  load: () => Promise<ScreenModule>,
): RouteObject => ({
  ...page(id, path, load),
  handle: { roles: allowed },
});

/**
 * Staff's half of the route table (spec §2). Apart from the public half, whose pages would carry the names of all these
 * files: from there to here is a document load anyway, for the sake of the content policy.
 */
export const dashboardRoutes: RouteObject[] = [
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
];
