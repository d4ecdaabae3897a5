import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { User } from '#contract/users.ts';
import { readToken, removeToken } from './token.ts';

export type Session = {
  user: User | null;
  /** `checking` until the server has answered for the stored token, if there is one. `leaving` while a logout is under way. */
  status: 'checking' | 'ready' | 'leaving';
  /** Signs in and returns the user (spec §8 Login). Throws ApiError when refused. */
  login(email: string, password: string): Promise<User>;
  /** Ends the session in the browser and, if the server can be reached, on the server (spec §4). */
  logout(): Promise<void>;
};

const SessionContext = createContext<Session | null>(null);
const calls = () => import('./session-calls.ts');

/** Provides the signed-in user. Asks the server once if there is a token (spec §4). */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<Pick<Session, 'user' | 'status'>>({ user: null, status: 'checking' });

  useEffect(() => {
    let current = true;
    const settle = (user: User | null) => current && setState({ user, status: 'ready' });
    if (!readToken()) settle(null);
    else {
      calls()
        .then(({ fetchMe }) => fetchMe(settle))
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
        // The dashboard closes first: calls that it makes after the end of the session would be refused.
        setState({ user: null, status: 'leaving' });
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

/** The signed-in user, and the functions that sign in and out. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession must be used within a SessionProvider');
  return session;
}
