import type { User } from '#contract/users.ts';
import { textLimits } from '#contract/words/limits.ts';
import { type Role, roles } from '#contract/words/roles.ts';

export const roleLabels: Record<Role, string> = { admin: 'Admin', technician: 'Technician', auditor: 'Auditor' };

/** Whether a request may be assigned to this user (spec §6): active technicians and admins. */
export const isAssignable = (user: User): boolean =>
  user.is_active && (user.role === 'technician' || user.role === 'admin');

export type UserFilters = { search: string; role: Role | ''; active: 'active' | 'inactive' | '' };

/** Reads the filters from the address. Values that are not valid count as not set. */
export const userFiltersOf = (params: URLSearchParams): UserFilters => ({
  search: params.get('search')?.slice(0, textLimits.search) ?? '',
  role: roles.find((role) => role === params.get('role')) ?? '',
  active: (['active', 'inactive'] as const).find((state) => state === params.get('active')) ?? '',
});

/** Writes the filters that are set as a query. */
export const userParamsOf = (filters: UserFilters): URLSearchParams =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));

/** Whether a user passes the filters. The search matches name, email or phone, without case (spec §2). */
export function matchesUser(user: User, filters: UserFilters): boolean {
  const wanted = filters.search.trim().toLowerCase();
  const found = [user.name, user.email, user.phone ?? ''].some((text) => text.toLowerCase().includes(wanted));
  const isRole = !filters.role || user.role === filters.role;
  const isActive = !filters.active || user.is_active === (filters.active === 'active');
  return found && isRole && isActive;
}
