import { auth } from '#contract/auth.ts';
import type { User } from '#contract/users.ts';
import { readToken } from './token.ts';

const KEY = 'kept_user';

/** Keeps who is signed in with the stored token, so that a technician's screens open without a network. */
export function keepUser(user: User): void {
  try {
    if (user.role === 'technician') localStorage.setItem(KEY, JSON.stringify({ token: readToken(), user }));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage nothing is kept.
  }
}

/** The id of the user who is kept, whoever has signed in since; null when nobody is kept. */
export function lastKeptUserId(): number | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return auth.me.response.parse(kept).user.id;
  } catch {
    return null;
  }
}

/** Who was signed in with the stored token when the server was asked last; null when nobody is kept. */
export function keptUser(): User | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (!kept || typeof kept !== 'object' || !('token' in kept) || kept.token !== readToken()) return null;
    return auth.me.response.parse(kept).user;
  } catch {
    return null;
  }
}

export function forgetUser(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
