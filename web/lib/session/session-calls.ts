import { auth } from '#contract/auth.ts';
import type { User } from '#contract/users.ts';
import { isDashboardPath } from '#contract/words/paths.ts';
import { ApiError, call } from '../api-client.ts';
import { forgetAllKept, keepEntries } from '../forms/kept-entries.ts';
import { endOthers, endSignedOut } from '../stored/register.ts';
import { keepUser, keptUser } from './kept-user.ts';
import { onTokenChange } from './token.ts';
import { expectEndOfSession } from './unauthorized.ts';

/** The id of the user whose tab this is; null before the server has said it, and after signing out. */
let owner: number | null = null;

let isNoted = false;

/** Takes up the work of a user who is signed in. What others have left here ends, except their unsent work. */
function welcome(user: User): User {
  void endOthers(user.id);
  keepUser(user);
  owner = user.id;
  void noteUnsentWork(user);
  return user;
}

/** On a public page a technician's unsent work is sent as well. The dashboards do it by themselves. */
async function noteUnsentWork({ id, role }: User): Promise<void> {
  if (isNoted || role !== 'technician' || isDashboardPath(location.pathname)) return;
  isNoted = true;
  (await import('../outbox/SiteNote.tsx')).showSiteNote(id);
}

/** In milliseconds: the waits before the session is checked again while the server is busy or cannot be reached. */
const WAITS = [1_000, 2_000];

/**
 * Asks who is signed in. When the server cannot be reached, answers who it was the last time: the screens that work without a
 * network show what they have kept, and the server checks the token of every call. Others are asked for again, because a
 * moment of a busy server must not lead to the login page.
 * @param onKept is told at once who it was: on a line that hangs, the answer may never come
 */
export async function fetchMe(onKept?: (user: User) => void, waits: readonly number[] = WAITS): Promise<User> {
  const before = keptUser();
  if (before) onKept?.(before);
  try {
    return welcome((await call(auth.me, {})).user);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
    const kept = keptUser();
    if (kept) {
      owner = kept.id;
      return kept;
    }
    const [wait, ...later] = waits;
    if (wait === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return fetchMe(undefined, later);
  }
}

/** Signs in (spec §7 Auth). This module is loaded when it is needed, so that a page without a session does without it. */
export const sendLogin = async (email: string, password: string) =>
  welcome((await call(auth.login, { body: { email, password } })).user);

/**
 * After a sign-in in another tab. When it was another user's, this tab reloads: what it shows and holds is not theirs, and
 * what would be saved here would be saved in their name. What was entered here waits for its user.
 */
async function followSignIn(): Promise<void> {
  const before = owner;
  if (before === null) return;
  const user = await fetchMe().catch(() => null);
  if (user?.id === before) return;
  keepEntries();
  location.reload();
}
onTokenChange((token) => {
  if (token !== null) void followSignIn();
});

/** Signs out (spec §4): what this user has left in the browser ends, except unsent work. */
export const sendLogout = async () => {
  if (owner !== null) forgetAllKept(owner);
  owner = null;
  expectEndOfSession();
  await endSignedOut();
  return call(auth.logout, {});
};
