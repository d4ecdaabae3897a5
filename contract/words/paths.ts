import type { Role } from './roles.ts';

const withQuery = (path: string, query: Record<string, string | number | undefined>): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return pairs.length
    ? `${path}?${new URLSearchParams(Object.fromEntries(pairs.map(([key, value]) => [key, String(value)])))}`
    : path;
};

/** Every address of the product (spec §2 Route table), once. */
export const paths = {
  home: '/',
  about: '/about',
  services: '/services',
  portfolio: '/portfolio',
  contact: '/contact',
  /** @param service preselects what is asked for */
  request: (service?: string) => withQuery('/request', { service }),
  /** @param id a tracking ID to look up at once */
  track: (id?: string) => withQuery('/track', { id }),
  /** @param next where to go after the login; only a dashboard path is followed */
  login: (next?: string) => withQuery('/login', { next }),
  privacy: '/privacy',
  accessibility: '/accessibility',
  setup: '/setup',
  dashboard: '/dashboard',
  /** @param query `requestId` opens that request's detail */
  adminDashboard: (query: { requestId?: number } = {}) => withQuery('/dashboard/admin', query),
  adminUsers: '/dashboard/admin/users',
  adminContacts: '/dashboard/admin/contacts',
  adminSettings: '/dashboard/admin/settings',
  /** @param query `requestId` opens that request's work order */
  technicianDashboard: (query: { requestId?: number } = {}) => withQuery('/dashboard/technician', query),
} as const;

const homes: Record<string, string | undefined> = {
  admin: paths.adminDashboard(),
  technician: paths.technicianDashboard(),
};

/** Who may open which part of the dashboards (spec §2 route table, §6); what is not named here is for everyone signed in. */
const access: readonly (readonly [part: string, roles: readonly Role[]])[] = [
  [paths.adminDashboard(), ['admin']],
  [paths.technicianDashboard(), ['technician', 'admin']],
];

/** Whether an address belongs to staff's half of the product. */
export const isDashboardPath = (path: string): boolean =>
  path === paths.dashboard || path.startsWith(`${paths.dashboard}/`);

/** The roles that may open a dashboard address; null: any signed-in user. */
export const rolesOf = (path: string): readonly Role[] | null =>
  access.find(([part]) => path === part || path.startsWith(`${part}/`))?.[1] ?? null;

/** Where a role works (spec §2 Login): any role without its own dashboard goes to the generic one. */
export const dashboardOf = (role: string): string => homes[role] ?? paths.dashboard;
