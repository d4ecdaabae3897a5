import type { Role } from '#contract/words/roles.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** How long a sign-in lasts: a working day at a desk, with half an hour of idleness; a week in a technician's pocket. */
export function sessionLife(role: Role, now: Date): { expires_at: Date; idle_seconds: number | null } {
  return role === 'technician'
    ? { expires_at: new Date(now.getTime() + 7 * 24 * HOUR), idle_seconds: null }
    : { expires_at: new Date(now.getTime() + 12 * HOUR), idle_seconds: 30 * 60 };
}

type Life = { role: Role; created_at: Date; last_seen_at: Date; expires_at: Date; idle_seconds: number | null };

/** Clocks of machines that share a database agree better than this. */
const CLOCKS = MINUTE;

/**
 * The current role counts as well as the role at sign-in: a technician who becomes an admin gets the desk's limits at once. A session
 * that begins or was used in the future was made by a clock that was wrong, and would live for as long as it was ahead.
 */
export function isAlive(session: Life, now: Date): boolean {
  const latest = now.getTime() + CLOCKS;
  if (session.created_at.getTime() > latest || session.last_seen_at.getTime() > latest) return false;
  const today = sessionLife(session.role, session.created_at);
  if (now >= session.expires_at || now >= today.expires_at) return false;
  const idle = session.idle_seconds ?? today.idle_seconds;
  return idle === null || now.getTime() - session.last_seen_at.getTime() < idle * 1000;
}

/** A session's last use is written down once a minute, not on every call. */
export const needsTouch = (session: Life, now: Date) => now.getTime() - session.last_seen_at.getTime() >= MINUTE;

/** A network is known to an account for 90 days after the last sign-in from it. */
export const knownSince = (now: Date) => new Date(now.getTime() - 90 * 24 * HOUR);

/** The set-up link of a fresh installation is good for a day. */
export const setupExpiry = (now: Date) => new Date(now.getTime() + 24 * HOUR);
