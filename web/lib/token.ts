/** The local storage key of the session's bearer token (spec §3 Auth token). Without storage there is no session. */
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
    // A browser that blocks storage cannot stay signed in: the next call answers 401.
  }
}

export function removeToken(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
