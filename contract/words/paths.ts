import type { Role } from './roles.ts';

/** A path with those of the parameters that are given. */
export const withQuery = (path: string, query: Record<string, string | number | undefined>): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return pairs.length
    ? `${path}?${new URLSearchParams(Object.fromEntries(pairs.map(([key, value]) => [key, String(value)])))}`
    : path;
};

/** A range of days as YYYY-MM-DD, both included. */
export type Days = { from?: string | undefined; to?: string | undefined };
/** All paths of the product (spec §2 Route table). */
export const paths = {
  home: '/',
  about: '/about',
  services: '/services',
  portfolio: '/portfolio',
  contact: '/contact',
  /** @param service the slug of the service to preselect */
  request: (service?: string) => withQuery('/request', { service }),
  /** The request form, prefilled from a contact message. */
  requestFrom: (contact: number) => withQuery('/request', { contact }),
  /** The request form, prefilled with the details of a customer. */
  requestFor: (customer: number) => withQuery('/request', { customer }),
  /** @param id the tracking ID to show */
  track: (id?: string) => withQuery('/track', { id }),
  /**
   * @param next the dashboard path to open after the login
   * @param reason `ended` says that the session has ended
   */
  login: (next?: string, reason?: 'ended') => withQuery('/login', { next, reason }),
  privacy: '/privacy',
  accessibility: '/accessibility',
  setup: '/setup',
  forgotPassword: '/forgot-password',
  /** The link's token is in the fragment. */
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  notifications: '/dashboard/notifications',
  /** @param query `requestId` opens that request's detail, on its tab `tab` */
  adminDashboard: (query: { requestId?: number; tab?: 'assignment' } = {}) => withQuery('/dashboard/admin', query),
  adminRequests: '/dashboard/admin/requests',
  adminHeldRequests: '/dashboard/admin/requests/held',
  adminUsers: '/dashboard/admin/users',
  adminCustomers: '/dashboard/admin/customers',
  /** @param query `contactId` opens that message */
  adminContacts: (query: { contactId?: number } = {}) => withQuery('/dashboard/admin/contacts', query),
  /** @param filters of the Technician Monitor; `from` and `to` are days as YYYY-MM-DD, both included */
  adminTechnicians: ({ from, to, ...filters }: Days & { search?: string; status?: string } = {}) =>
    withQuery('/dashboard/admin/technicians', { ...filters, ...((from || to) && { period: 'custom', from, to }) }),
  adminAnalytics: '/dashboard/admin/analytics',
  adminReports: '/dashboard/admin/reports',
  adminSystem: '/dashboard/admin/system',
  adminSettings: '/dashboard/admin/settings',
  adminBackups: '/dashboard/admin/settings/backups',
  adminKeys: '/dashboard/admin/settings/keys',
  adminMailSettings: '/dashboard/admin/settings/mail',
  /** @param query `state` shows only mails in that state */
  adminMailLog: (query: { state?: string } = {}) => withQuery('/dashboard/admin/settings/mail-log', query),
  auditorDashboard: '/dashboard/auditor',
  auditorRequests: '/dashboard/auditor/requests',
  auditorHeldRequests: '/dashboard/auditor/requests/held',
  auditorCustomers: '/dashboard/auditor/customers',
  auditorContacts: '/dashboard/auditor/contacts',
  /** @param query `entity` and `entity_id` show only the entries about that thing */
  auditorTrail: (query: { entity?: string; entity_id?: number } = {}) => withQuery('/dashboard/auditor/trail', query),
  /** @param query `requestId` opens that request's work order */
  technicianDashboard: (query: { requestId?: number } = {}) => withQuery('/dashboard/technician', query),
  technicianRequests: '/dashboard/technician/requests',
} as const;

const homes: Record<string, string | undefined> = {
  admin: paths.adminDashboard(),
  technician: paths.technicianDashboard(),
  auditor: paths.auditorDashboard,
};

/** The roles that may open each part of the dashboards (spec §2 route table, §6). Other parts are open to every signed-in user. */
const access: readonly (readonly [part: string, roles: readonly Role[]])[] = [
  [paths.adminDashboard(), ['admin']],
  [paths.technicianDashboard(), ['technician', 'admin']],
  [paths.auditorDashboard, ['auditor', 'admin']],
];

/** Whether a path belongs to the dashboards. */
export const isDashboardPath = (path: string): boolean =>
  path === paths.dashboard || path.startsWith(`${paths.dashboard}/`);

/** The roles that may open a dashboard path; null for any signed-in user. */
export const rolesOf = (path: string): readonly Role[] | null =>
  access.find(([part]) => path === part || path.startsWith(`${part}/`))?.[1] ?? null;

/** The dashboard of a role (spec §2 Login). A role without one gets the generic dashboard. */
export const dashboardOf = (role: string): string => homes[role] ?? paths.dashboard;
