/** The local storage key of the session's bearer token (spec §3 Auth token). Without storage there is no session. */
export const TOKEN_KEY = 'auth_token';

export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

export function storeToken(token: string): void {
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // A browser that blocks storage cannot stay signed in: the next call answers 401.
  }
}

export function removeToken(): void {
  try {
    localStorage.removeItem(TOKEN_KEY);
  } catch {
    // Nothing was stored.
  }
}
