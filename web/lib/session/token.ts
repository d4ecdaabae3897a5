import { storedText } from '../stored/text.ts';

/** The session's bearer token (spec §3 Auth token). Without storage there is no session: the next call answers 401. */
const stored = storedText('auth_token');

export const { read: readToken, onOtherTab: onTokenChange } = stored;
export const storeToken = (token: string | null): void => stored.write(token);
export const removeToken = (): void => storeToken(null);
