import type { RouteObject } from 'react-router';
import { paths, rolesOf } from '#contract/words/paths.ts';
import type { Role } from '#contract/words/roles.ts';
import { page, type ScreenModule } from './routes.tsx';

/** A dashboard screen with the roles that may open it (spec §2 route table, §6). */
const screen = (id: string, path: string, load: () => Promise<ScreenModule>): RouteObject => ({
  ...page(id, path, load),
  handle: { roles: rolesOf(path) },
});

/** Loads each screen that a role may open, to have it where there is no network. The frame around them cannot import them. */
async function loadScreensOf(role: Role): Promise<void> {
  const screens = dashboardRoutes.flatMap(({ children = [] }) => children);
  const mine = screens.filter(
    ({ handle }) => (handle as { roles: readonly Role[] | null }).roles?.includes(role) ?? true,
  );
  await Promise.allSettled(mine.map(async ({ lazy }) => typeof lazy === 'function' && lazy()));
}

/**
 * The dashboards' half of the route table (spec §2). A file of its own, so that public pages do not carry the names of the
 * dashboards' files. The way between the halves is a document load, because their content policies differ.
 */
export const dashboardRoutes: RouteObject[] = [
  {
    id: 'app/DashboardLayout.tsx',
    path: paths.dashboard,
    lazy: () => import('./DashboardLayout.tsx'),
    handle: { loadScreensOf },
    children: [
      screen('app/DashboardHome.tsx', paths.dashboard, () => import('./DashboardHome.tsx')),
      screen(
        'features/requests/desk/AdminDashboardPage.tsx',
        paths.adminDashboard(),
        () => import('#web/features/requests/desk/AdminDashboardPage.tsx'),
      ),
      screen(
        'features/requests/desk/AllRequestsPage.tsx',
        paths.adminRequests,
        () => import('#web/features/requests/desk/AllRequestsPage.tsx'),
      ),
      screen(
        'features/requests/held/HeldPage.tsx',
        paths.adminHeldRequests,
        () => import('#web/features/requests/held/HeldPage.tsx'),
      ),
      screen(
        'features/users/manage/UsersPage.tsx',
        paths.adminUsers,
        () => import('#web/features/users/manage/UsersPage.tsx'),
      ),
      screen(
        'features/customers/directory/CustomersPage.tsx',
        paths.adminCustomers,
        () => import('#web/features/customers/directory/CustomersPage.tsx'),
      ),
      screen(
        'features/customers/directory/ReadOnlyCustomersPage.tsx',
        paths.auditorCustomers,
        () => import('#web/features/customers/directory/ReadOnlyCustomersPage.tsx'),
      ),
      screen(
        'features/contact/inbox/ContactsPage.tsx',
        paths.adminContacts(),
        () => import('#web/features/contact/inbox/ContactsPage.tsx'),
      ),
      screen(
        'features/contact/inbox/ReadOnlyContactsPage.tsx',
        paths.auditorContacts,
        () => import('#web/features/contact/inbox/ReadOnlyContactsPage.tsx'),
      ),
      screen(
        'features/requests/monitor/MonitorPage.tsx',
        paths.adminTechnicians(),
        () => import('#web/features/requests/monitor/MonitorPage.tsx'),
      ),
      screen(
        'features/reports/analytics/AnalyticsPage.tsx',
        paths.adminAnalytics,
        () => import('#web/features/reports/analytics/AnalyticsPage.tsx'),
      ),
      screen(
        'features/reports/report/ReportsPage.tsx',
        paths.adminReports,
        () => import('#web/features/reports/report/ReportsPage.tsx'),
      ),
      screen(
        'features/settings/business/SettingsPage.tsx',
        paths.adminSettings,
        () => import('#web/features/settings/business/SettingsPage.tsx'),
      ),
      screen(
        'features/mail/settings/MailSettingsPage.tsx',
        paths.adminMailSettings,
        () => import('#web/features/mail/settings/MailSettingsPage.tsx'),
      ),
      screen(
        'features/mail/log/MailLogPage.tsx',
        paths.adminMailLog(),
        () => import('#web/features/mail/log/MailLogPage.tsx'),
      ),
      screen(
        'features/backups/settings/BackupSettingsPage.tsx',
        paths.adminBackups,
        () => import('#web/features/backups/settings/BackupSettingsPage.tsx'),
      ),
      screen(
        'features/keys/manage/KeysPage.tsx',
        paths.adminKeys,
        () => import('#web/features/keys/manage/KeysPage.tsx'),
      ),
      screen(
        'features/system/status/SystemPage.tsx',
        paths.adminSystem,
        () => import('#web/features/system/status/SystemPage.tsx'),
      ),
      screen(
        'features/requests/desk/AuditorRequestsPage.tsx',
        paths.auditorRequests,
        () => import('#web/features/requests/desk/AuditorRequestsPage.tsx'),
      ),
      screen(
        'features/requests/held/ReadOnlyHeldPage.tsx',
        paths.auditorHeldRequests,
        () => import('#web/features/requests/held/ReadOnlyHeldPage.tsx'),
      ),
      screen(
        'features/requests/my-work/TechnicianDashboardPage.tsx',
        paths.technicianDashboard(),
        () => import('#web/features/requests/my-work/TechnicianDashboardPage.tsx'),
      ),
      screen(
        'features/requests/my-work/MyRequestsPage.tsx',
        paths.technicianRequests,
        () => import('#web/features/requests/my-work/MyRequestsPage.tsx'),
      ),
      screen(
        'features/audit/overview/OverviewPage.tsx',
        paths.auditorDashboard,
        () => import('#web/features/audit/overview/OverviewPage.tsx'),
      ),
      screen(
        'features/audit/trail/TrailPage.tsx',
        paths.auditorTrail(),
        () => import('#web/features/audit/trail/TrailPage.tsx'),
      ),
      screen(
        'features/notifications/inbox/NotificationsPage.tsx',
        paths.notifications,
        () => import('#web/features/notifications/inbox/NotificationsPage.tsx'),
      ),
      screen('app/DashboardMissing.tsx', '*', () => import('./DashboardMissing.tsx')),
    ],
  },
];
