import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { User } from '#contract/users.ts';
import { readToken, removeToken } from './token.ts';

export type Session = {
  user: User | null;
  /** `checking` until the stored token, if any, has been asked about. */
  status: 'checking' | 'ready';
  /** Signs in and answers the user; throws ApiError when refused (spec §8 Login). */
  login(email: string, password: string): Promise<User>;
  /** Ends the session here and, when it can be reached, on the server (spec §4). */
  logout(): Promise<void>;
};

const SessionContext = createContext<Session | null>(null);
const calls = () => import('./session-calls.ts');

/** Knows who is signed in: asks the server once when there is a token, and nobody when there is none (spec §4). */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<Pick<Session, 'user' | 'status'>>({ user: null, status: 'checking' });

  useEffect(() => {
    let current = true;
    const settle = (user: User | null) => current && setState({ user, status: 'ready' });
    if (!readToken()) settle(null);
    else {
      calls()
        .then(({ fetchMe }) => fetchMe())
        .then(settle, (error: unknown) => {
          // biome-ignore lint/suspicious/noConsole: a failed session check is logged (spec §2).
          console.error('The session could not be checked', error);
          settle(null);
        });
    }
    return () => {
      current = false;
    };
  }, []);

  const session = useMemo<Session>(
    () => ({
      ...state,
      async login(email, password) {
        const user = await (await calls()).sendLogin(email, password);
        setState({ user, status: 'ready' });
        return user;
      },
      async logout() {
        try {
          await (await calls()).sendLogout();
        } finally {
          removeToken();
          setState({ user: null, status: 'ready' });
        }
      },
    }),
    [state],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Who is signed in, and the ways in and out. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession must be used within a SessionProvider');
  return session;
}
