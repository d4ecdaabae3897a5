import { auth } from '#contract/auth.ts';
import type { User } from '#contract/users.ts';
import { ApiError, call } from './api-client.ts';
import { forgetEntriesOfOthers } from './forms/kept-entries.ts';
import { forgetUser, keepUser, keptUser } from './kept-user.ts';
import { expectEndOfSession } from './unauthorized.ts';

/** Removes what others than this user have entered in this browser; with null, what anybody has. */
async function forgetOthers(userId: number | null): Promise<void> {
  forgetEntriesOfOthers(userId);
  // Loaded when it is needed, because the login page carries it otherwise.
  const [{ keepOutboxOf }, { keepReadsOf }] = await Promise.all([
    import('./outbox/browser-outbox.ts'),
    import('./kept-reads/kept-reads.ts'),
  ]);
  await Promise.all([keepOutboxOf(userId), keepReadsOf(userId)]);
}

/** In milliseconds: the waits before the session is checked again while the server is busy or cannot be reached. */
const WAITS = [1_000, 2_000];

/**
 * Asks who is signed in. When the server cannot be reached, answers who it was the last time: the screens that work without a
 * network show what they have kept, and the server checks the token of every call. Others are asked for again, because a
 * moment of a busy server must not lead to the login page.
 */
export async function fetchMe(waits: readonly number[] = WAITS): Promise<User> {
  try {
    const { user } = await call(auth.me, {});
    keepUser(user);
    return user;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
    const kept = keptUser();
    if (kept) return kept;
    const [wait, ...later] = waits;
    if (wait === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return fetchMe(later);
  }
}

/** Signs in (spec §7 Auth). This module is loaded when it is needed, so that a page without a session does without it. */
export const sendLogin = async (email: string, password: string) => {
  const { user } = await call(auth.login, { body: { email, password } });
  await forgetOthers(user.id).catch(() => undefined);
  keepUser(user);
  return user;
};
export const sendLogout = async () => {
  expectEndOfSession();
  forgetUser();
  await forgetOthers(null).catch(() => undefined);
  return call(auth.logout, {});
};
