import { isDashboardPath, rolesOf } from '#contract/words/paths.ts';
import type { Role } from '#contract/words/roles.ts';

/** Returns the address to open after a login if it is a dashboard of this site that the role may open, else null. */
export function safeNext(next: string | null, role: Role): string | null {
  if (!next || !isDashboardPath(next.replace(/[?#].*/s, ''))) return null;
  const url = new URL(next, 'http://site.invalid');
  const stays = url.origin === 'http://site.invalid' && isDashboardPath(url.pathname);
  const allowed = rolesOf(url.pathname);
  return stays && (allowed === null || allowed.includes(role)) ? url.pathname + url.search + url.hash : null;
}
