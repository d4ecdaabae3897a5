import { storedToken } from './session.stored.ts';

/** The session's bearer token (spec §3 Auth token). Without storage there is no session: the next call answers 401. */
export const readToken = (): string | null => storedToken.read() as string | null;
export const storeToken = (token: string): void => storedToken.write(token);
export const removeToken = (): void => storedToken.write(null);
/** Calls back when another tab signs in, with its token, or signs out, with null. Returns the function that stops it. */
export const onTokenChange = storedToken.onOtherTab;
