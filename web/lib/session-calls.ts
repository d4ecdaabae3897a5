import { auth } from '#contract/auth.ts';
import { call } from './api-client.ts';
import { forgetEntriesOfOthers } from './forms/kept-entries.ts';

/** The calls of spec §7 Auth. A module of its own, so that a page without a session does not load it. */
export const fetchMe = async () => (await call(auth.me, {})).user;
export const sendLogin = async (email: string, password: string) => {
  const { user } = await call(auth.login, { body: { email, password } });
  forgetEntriesOfOthers(user.id);
  return user;
};
export const sendLogout = () => {
  forgetEntriesOfOthers(null);
  return call(auth.logout, {});
};
