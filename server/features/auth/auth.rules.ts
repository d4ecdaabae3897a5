import type { Role } from '#contract/words/roles.ts';
import { isAhead } from '#server/lib/ahead.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** The life of a session: 12 hours with at most 30 idle minutes in the office, and 7 days for a technician. */
export function sessionLife(role: Role, now: Date): { expires_at: Date; idle_seconds: number | null } {
  return role === 'technician'
    ? { expires_at: new Date(now.getTime() + 7 * 24 * HOUR), idle_seconds: null }
    : { expires_at: new Date(now.getTime() + 12 * HOUR), idle_seconds: 30 * 60 };
}

type Life = { role: Role; created_at: Date; last_seen_at: Date; expires_at: Date; idle_seconds: number | null };

/**
 * The current role counts as well as the role at sign-in: a technician who becomes an admin gets an admin's limits at once. A
 * session that begins or was used in the future comes from a wrong clock. It is refused, because it would live too long.
 */
export function isAlive(session: Life, now: Date): boolean {
  if (isAhead(session.created_at, now) || isAhead(session.last_seen_at, now)) return false;
  const today = sessionLife(session.role, session.created_at);
  if (now >= session.expires_at || now >= today.expires_at) return false;
  const idle = session.idle_seconds ?? today.idle_seconds;
  return idle === null || now.getTime() - session.last_seen_at.getTime() < idle * 1000;
}

/** Whether a session's last use is due to be stored: once a minute instead of on every call. */
export const needsTouch = (session: Life, now: Date) => now.getTime() - session.last_seen_at.getTime() >= MINUTE;

/** The start of the 90 days for which a sign-in makes a network known to an account. */
export const knownSince = (now: Date) => new Date(now.getTime() - 90 * 24 * HOUR);

/** The expiry of a link in a mail: an hour for a forgotten password, seven days for an invitation. */
export const linkExpiry = (purpose: 'reset' | 'invitation', now: Date) =>
  new Date(now.getTime() + (purpose === 'reset' ? HOUR : 7 * 24 * HOUR));

/** The expiry of the set-up link of a new installation: a day. */
export const setupExpiry = (now: Date) => new Date(now.getTime() + 24 * HOUR);
