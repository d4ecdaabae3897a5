import { z } from 'zod';
import type { Assignee } from '#contract/request-answers.ts';
import { searchText } from '#contract/text.ts';
import { matchesSearch } from '#contract/texts/matches.ts';
import type { createUserBody, User } from '#contract/users.ts';
import { assignableRoles, type Role, roles } from '#contract/words/roles.ts';
import { addressCodec } from '#web/lib/address-codec.ts';
import type { ShownField } from '#web/lib/forms/conflict-rows.ts';

export const roleLabels: Record<Role, string> = { admin: 'Admin', technician: 'Technician', auditor: 'Auditor' };

/** Whether this user has work to hand over when they leave: who requests may be assigned to (spec §6). */
export const isAssignable = (user: User): boolean =>
  user.is_active && assignableRoles.some((role) => role === user.role);

/** Someone whom a request may be assigned to (spec §2 Assignment). Who is invited has not chosen a password, and sees no work yet. */
export const assigneeLabel = ({ name, email, is_invited }: Pick<Assignee, 'name' | 'email' | 'is_invited'>): string =>
  `${name} - ${email}${is_invited ? ' (invited)' : ''}`;

/** What is said of a change that was made; as a warning when something is left to do. */
export type Said = { text: string; tone: 'success' | 'warning' };

/** How somebody gets in whose invitation no mail server sends. */
const IN_PERSON =
  'because no mail server is set. Set a password under Edit and tell them, or hand over the link in the newest .eml file: it is in the folder "mail" of the data folder.';

/** Says that a user was created (spec §8), and what becomes of the invitation by mail. */
export function createdText({ name, is_invited }: Pick<User, 'name' | 'is_invited'>, isWithoutMail: boolean): Said {
  const created = `User "${name}" created successfully!`;
  if (!is_invited) return { text: created, tone: 'success' };
  if (isWithoutMail) return { text: `${created} No invitation was sent, ${IN_PERSON}`, tone: 'warning' };
  return { text: `${created} An invitation is on its way by mail.`, tone: 'success' };
}

/** Says what becomes of an invitation that is sent again. */
export const invitedText = ({ name }: Pick<User, 'name'>, isWithoutMail: boolean): Said =>
  isWithoutMail
    ? { text: `No new invitation to "${name}" was sent, ${IN_PERSON}`, tone: 'warning' }
    : { text: `A new invitation to "${name}" is on its way.`, tone: 'success' };

/** Says what a user who is leaving leaves behind. */
export const openWorkText = (name: string, open: number): string =>
  `${name} has ${open === 1 ? 'one open request' : `${open} open requests`}.`;

/** Someone who may take over the work of a user who is leaving: "Tess (Orlando, 3 open)". */
export function takerLabel({ name, base_location, open, is_invited }: Assignee): string {
  const facts = [base_location, `${open} open`, is_invited && 'invited'].filter(Boolean);
  return `${name} (${facts.join(', ')})`;
}

/** The filters of User Management in its address. The call answers with all users, and the browser filters them. */
export const userFilters = addressCodec({
  search: searchText,
  role: z.enum(roles).optional(),
  active: z.enum(['active', 'inactive']).optional(),
});
export type UserFilters = typeof userFilters.none;

/** Whether a user passes the filters. */
export function matchesUser(user: User, filters: UserFilters): boolean {
  const isRole = !filters.role || user.role === filters.role;
  const isActive = !filters.active || user.is_active === (filters.active === 'active');
  return matchesSearch([user.name, user.email], user.phone ?? '', filters.search) && isRole && isActive;
}

export type UserValues = z.input<typeof createUserBody>;

/** Where the open requests of somebody who has left are now. */
export const handOverText = (open: number, taker: string | undefined) =>
  `The open request${open === 1 ? '' : 's'} went ${taker === undefined ? 'back to Pending' : `to ${taker}`}.`;

/** The values of the user form. The password is never known. */
export const valuesOf = (user: User): UserValues => ({
  name: user.name,
  email: user.email,
  phone: user.phone ?? '',
  password: '',
  role: user.role,
  base_location: user.base_location ?? '',
  is_active: user.is_active,
  invite: false,
});

/** What a conflict compares of a user, by the names of the form's fields. A new password counts, and is not shown. */
export const shownFields: readonly ShownField<UserValues>[] = [
  { label: 'Name', path: 'name' },
  { label: 'Email', path: 'email' },
  { label: 'Phone', path: 'phone' },
  { label: 'Location', path: 'base_location' },
  { label: 'Role', path: 'role', text: (role: Role) => roleLabels[role] },
  { label: 'Status', path: 'is_active', text: (isActive: boolean) => (isActive ? 'Active' : 'Inactive') },
  { label: 'Password', path: 'password', text: (password: string) => (password ? 'A new password' : 'Hidden') },
];
