import { storedText } from '../stored/text.ts';

/** The session's bearer token (spec §3 Auth token). Without storage there is no session: the next call answers 401. */
const stored = storedText('auth_token');

export const readToken = stored.read;
export const storeToken: (token: string) => void = stored.write;
export const removeToken = (): void => stored.write(null);
/** Calls back when another tab signs in, with its token, or signs out, with null. Returns the function that stops it. */
export const onTokenChange = stored.onOtherTab;
