import { textLength } from '#contract/words/limits.ts';
import { passwordTooShort, passwordWeak, type Weakness } from '#contract/words/passwords.ts';
import type { Role } from '#contract/words/roles.ts';

/** The fields of a user that an edit sets, besides the password. */
export type Account = {
  name: string;
  email: string;
  phone: string | null;
  role: Role;
  base_location: string | null;
  is_active: boolean;
};
export const fieldsOf = ({ name, email, phone, role, base_location, is_active }: Account): Account => ({
  name,
  email,
  phone,
  role,
  base_location,
  is_active,
});

/** An edit whose blank phone or location is none. */
export const blankAsNull = <E extends Partial<Account>>(edit: E): E => ({
  ...edit,
  ...('phone' in edit && { phone: edit.phone ?? null }),
  ...('base_location' in edit && { base_location: edit.base_location ?? null }),
});

type Standing = { id: number; role: Role; is_active: boolean };

/** The error of a new password: shorter than the configured minimum (spec §5: at least 6), or easy to guess; null when it is neither. */
export async function passwordProblem(
  password: string,
  minLength: number,
  weakness: () => Promise<Weakness | null>,
): Promise<string | null> {
  if (textLength(password) < minLength) return passwordTooShort(minLength);
  const weak = await weakness();
  return weak && passwordWeak[weak];
}

/**
 * Whether users would lock out themselves: nobody changes their own role or deactivates themselves. An admin therefore always
 * remains: the one who makes the change, whose role is checked again when it is stored.
 * @returns the refusal's text, or null
 */
export const lockoutProblem = (before: Standing, after: Omit<Standing, 'id'>, actorId: number) =>
  before.id === actorId && (before.role !== after.role || !after.is_active)
    ? 'You cannot change your own role or deactivate yourself'
    : null;

/** Whose account it is, and what it may do. */
const access = ['email', 'role', 'is_active'];

/**
 * The fields that must not have changed since an edit saw them. Who gives or takes access decides about all of it: nobody makes an admin of
 * an account that has another email address by now, or activates a technician who has become an admin. An admin's new password never replaces another new one
 * unseen.
 */
export const reliedFields = (changed: readonly string[], isNewPassword: boolean): string[] => [
  ...(isNewPassword || changed.some((field) => access.includes(field)) ? access : []),
  ...(isNewPassword ? ['password'] : []),
];
