/** Where the session's bearer token is kept (spec §3 Auth token). Storage may be blocked: then there is no session. */
const KEY = 'auth_token';

export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function storeToken(token: string): void {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // A browser that blocks storage cannot stay signed in; the next call says so with a 401.
  }
}

export function removeToken(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
