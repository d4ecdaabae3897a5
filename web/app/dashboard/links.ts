import {
  IconActivityHeartbeat,
  IconAddressBook,
  IconChartPie,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconMail,
  IconReportAnalytics,
  IconSettings,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import { paths } from '#contract/words/paths.ts';
import type { Role } from '#contract/words/roles.ts';

export type DashboardLink = { to: string; label: string; short: string; icon: typeof IconUsers };

const dashboard = (to: string): DashboardLink => ({
  to,
  label: 'Dashboard',
  short: 'Dashboard',
  icon: IconLayoutDashboard,
});

const customers = (to: string): DashboardLink => ({
  to,
  label: 'Customers',
  short: 'Customers',
  icon: IconAddressBook,
});

const contacts = (to: string): DashboardLink => ({
  to,
  label: 'Contact Messages',
  short: 'Messages',
  icon: IconMail,
});

const trail: DashboardLink = { to: paths.auditorTrail(), label: 'Audit Trail', short: 'Trail', icon: IconHistory };

const links: Record<Role, readonly DashboardLink[]> = {
  admin: [
    dashboard(paths.adminDashboard()),
    { to: paths.adminRequests, label: 'All Requests', short: 'Requests', icon: IconListDetails },
    { to: paths.adminUsers, label: 'User Management', short: 'Users', icon: IconUsers },
    customers(paths.adminCustomers),
    contacts(paths.adminContacts()),
    { to: paths.adminTechnicians(), label: 'Technician Monitor', short: 'Monitor', icon: IconUserSearch },
    { to: paths.adminAnalytics, label: 'Analytics', short: 'Analytics', icon: IconChartPie },
    { to: paths.adminReports, label: 'Reports', short: 'Reports', icon: IconReportAnalytics },
    trail,
    { to: paths.adminSystem, label: 'System', short: 'System', icon: IconActivityHeartbeat },
    { to: paths.adminSettings, label: 'Settings', short: 'Settings', icon: IconSettings },
  ],
  technician: [
    dashboard(paths.technicianDashboard()),
    { to: paths.technicianRequests, label: 'My Requests', short: 'Requests', icon: IconListDetails },
  ],
  auditor: [
    dashboard(paths.auditorDashboard),
    { to: paths.auditorRequests, label: 'Requests', short: 'Requests', icon: IconListDetails },
    trail,
    customers(paths.auditorCustomers),
    contacts(paths.auditorContacts),
  ],
};

/** The screens that a role finds in the dashboards' navigation (spec §2, dashboard shell). */
export const linksOf = (role: Role): readonly DashboardLink[] => links[role] ?? [];

/** Screens with further ones below them, which belong to the same entry. */
const WITH_PARTS: readonly string[] = [paths.adminSettings, paths.adminRequests, paths.auditorRequests];
export const hasParts = (to: string): boolean => WITH_PARTS.includes(to);
