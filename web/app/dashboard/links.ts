import { IconHistory, IconLayoutDashboard, IconSettings, IconUsers } from '@tabler/icons-react';
import { paths } from '#contract/words/paths.ts';
import type { Role } from '#contract/words/roles.ts';

export type DashboardLink = { to: string; label: string; short: string; icon: typeof IconUsers };

const dashboard = (to: string): DashboardLink => ({
  to,
  label: 'Dashboard',
  short: 'Dashboard',
  icon: IconLayoutDashboard,
});

const links: Record<Role, readonly DashboardLink[]> = {
  admin: [
    dashboard(paths.adminDashboard()),
    { to: paths.adminUsers, label: 'User Management', short: 'Users', icon: IconUsers },
    { to: paths.adminSettings, label: 'Settings', short: 'Settings', icon: IconSettings },
  ],
  technician: [dashboard(paths.technicianDashboard())],
  auditor: [
    dashboard(paths.auditorDashboard),
    { to: paths.auditorTrail, label: 'Audit Trail', short: 'Trail', icon: IconHistory },
  ],
};

/** The screens that a role finds in the dashboards' navigation (spec §2, dashboard shell). */
export const linksOf = (role: Role): readonly DashboardLink[] => links[role] ?? [];
