import { auth } from '#contract/auth.ts';
import { call } from './api-client.ts';

/** The calls of spec §7 Auth, apart, so that a page without a session loads none of them. */
export const fetchMe = async () => (await call(auth.me, {})).user;
export const sendLogin = async (email: string, password: string) =>
  (await call(auth.login, { body: { email, password } })).user;
export const sendLogout = () => call(auth.logout, {});
