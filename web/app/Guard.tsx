import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#contract/users.ts';
import { paths } from '#contract/words/paths.ts';
import type { Role } from '#contract/words/roles.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { LoadingScreen } from './screens/LoadingScreen.tsx';
import { StillLoading } from './screens/StillLoading.tsx';

type Props = {
  /** The roles that may see the content; null for any signed-in user. */
  roles: readonly Role[] | null;
  children: (user: User) => ReactNode;
};

/**
 * Shows its content only to a signed-in user of an allowed role (spec §2). Shows a spinner while the session is checked.
 * Loads the login page as a new document for everyone else; a visitor who only has to sign in returns to this address.
 */
export function Guard({ roles, children }: Props) {
  const { user, status } = useSession();
  const { pathname, search } = useLocation();
  /** A user who logs out does not return to this page. */
  const isLeaving = useRef(false);
  const allowed = user !== null && (roles === null || roles.includes(user.role));
  const refused = status === 'ready' && !allowed;

  useEffect(() => {
    if (status === 'leaving') isLeaving.current = true;
    // Nor does one whose role is not allowed.
    if (refused) location.replace(paths.login(isLeaving.current || user ? undefined : pathname + search));
  }, [refused, user, status, pathname, search]);

  if (status === 'ready' && allowed) return children(user);
  return (
    <LoadingScreen>
      <span>Loading...</span>
      <StillLoading />
    </LoadingScreen>
  );
}
