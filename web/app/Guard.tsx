import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#contract/users.ts';
import { paths } from '#contract/words/paths.ts';
import type { Role } from '#contract/words/roles.ts';
import { useSession } from '#web/lib/session.tsx';
import { Waiting } from './LoadingScreen.tsx';

type Props = {
  /** Who may see what is inside; null: any signed-in user. */
  roles: readonly Role[] | null;
  children: (user: User) => ReactNode;
};

/**
 * Shows what is inside only to a signed-in user of an allowed role (spec §2): a spinner while the session is checked,
 * then the login page, as a document of its own. Who only has to sign in comes back to the address wanted.
 */
export function Guard({ roles, children }: Props) {
  const { user, status } = useSession();
  const { pathname, search } = useLocation();
  const wasIn = useRef(false);
  const allowed = user !== null && (roles === null || roles.includes(user.role));
  const refused = status === 'ready' && !allowed;

  useEffect(() => {
    if (user) wasIn.current = true;
    // Someone who just left, or lacks the role, has no reason to come back to this very page.
    if (refused) location.replace(paths.login(wasIn.current ? undefined : pathname + search));
  }, [refused, user, pathname, search]);

  if (status === 'ready' && allowed) return children(user);
  return <Waiting>Loading...</Waiting>;
}
