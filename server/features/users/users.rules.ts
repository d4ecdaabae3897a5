import { passwordTooShort } from '#contract/words/passwords.ts';
import type { Role } from '#contract/words/roles.ts';

type Standing = { id: number; role: Role; is_active: boolean };

export const PASSWORD_COMMON = 'This password is too easy to guess. Please choose another one';

/** The error of a new password: shorter than the configured minimum (spec §5: at least 6), or too common. */
export function passwordProblem(password: string, minLength: number, isCommon: () => boolean): string | null {
  if (password.length < minLength) return passwordTooShort(minLength);
  return isCommon() ? PASSWORD_COMMON : null;
}

/**
 * Whether a change would leave no admin in charge: users may not demote or deactivate themselves, nor the last active admin.
 * @param activeAdmins ids of all active admins, locked
 * @returns the refusal's text, or null
 */
export function lockoutProblem(before: Standing, after: Standing, actorId: number, activeAdmins: readonly number[]) {
  const losesOffice = before.role === 'admin' && before.is_active && !(after.role === 'admin' && after.is_active);
  if (before.id === actorId && (before.role !== after.role || !after.is_active)) {
    return 'You cannot change your own role or deactivate yourself';
  }
  if (losesOffice && activeAdmins.every((id) => id === before.id)) return 'The last active admin must stay';
  return null;
}
