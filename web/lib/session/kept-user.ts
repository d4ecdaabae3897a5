import { auth } from '#contract/auth.ts';
import type { User } from '#contract/users.ts';
import { repairStored } from '../stored/repair.ts';
import { storedUser } from './session.stored.ts';
import { readToken } from './token.ts';

/** Keeps who is signed in with the stored token, so that a technician's screens open without a network. */
export const keepUser = (user: User): void =>
  storedUser.write(user.role === 'technician' ? { token: readToken(), user } : null);

/** Who was signed in with the stored token when the server was asked last; null when nobody is kept. */
export function keptUser(): User | null {
  const kept = storedUser.read();
  const { token } = { ...(kept as { token?: unknown } | null) };
  return token !== undefined && token === readToken() ? (repairStored(auth.me.response, kept)?.user ?? null) : null;
}
