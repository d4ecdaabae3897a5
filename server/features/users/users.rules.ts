import { passwordTooShort, passwordWeak, type Weakness } from '#contract/words/passwords.ts';
import type { Role } from '#contract/words/roles.ts';

type Standing = { id: number; role: Role; is_active: boolean };

/** The error of a new password: shorter than the configured minimum (spec §5: at least 6), or easy to guess; null when it is neither. */
export async function passwordProblem(
  password: string,
  minLength: number,
  weakness: () => Promise<Weakness | null>,
): Promise<string | null> {
  if (password.length < minLength) return passwordTooShort(minLength);
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
