import type { RouteObject } from 'react-router';
import { paths, rolesOf } from './paths.ts';
import { page, type ScreenModule } from './routes.tsx';

/** A dashboard screen with the roles that may open it (spec §2 route table, §6). */
const screen = (id: string, path: string, load: () => Promise<ScreenModule>): RouteObject => ({
  ...page(id, path, load),
  handle: { roles: rolesOf(`${paths.dashboard}/${path}`) },
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
      screen('app/DashboardHome.tsx', '', () => import('./DashboardHome.tsx')),
      screen(
        'features/requests/admin/AdminDashboardPage.tsx',
        'admin',
        () => import('#web/features/requests/admin/AdminDashboardPage.tsx'),
      ),
      screen(
        'features/users/manage/UsersPage.tsx',
        'admin/users',
        () => import('#web/features/users/manage/UsersPage.tsx'),
      ),
      screen(
        'features/settings/business/SettingsPage.tsx',
        'admin/settings',
        () => import('#web/features/settings/business/SettingsPage.tsx'),
      ),
      screen(
        'features/requests/work/TechnicianDashboardPage.tsx',
        'technician',
        () => import('#web/features/requests/work/TechnicianDashboardPage.tsx'),
      ),
      screen('app/DashboardMissing.tsx', '*', () => import('./DashboardMissing.tsx')),
    ],
  },
];
