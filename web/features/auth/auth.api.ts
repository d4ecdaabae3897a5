import { auth } from '#contract/auth.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api-client.ts';

/** The calls of people who have no password to sign in with. Loaded when they are sent, because the schemas come along. */
export const forgotPassword = async (email: string) => (await call(auth.forgotPassword, { body: { email } })).message;
export const resetPassword = async (token: string, password: string) =>
  (await call(auth.resetPassword, { body: { token, password } })).user;
/** Why a link sets no password; null when it works. */
export const problemOfLink = async (token: string) => (await call(auth.checkLink, { body: { token } })).problem;
export const setUp = async (body: CallOf<typeof auth.setup>['body']) => (await call(auth.setup, { body })).user;
