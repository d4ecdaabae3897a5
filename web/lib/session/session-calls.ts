import { auth } from '#contract/auth.ts';
import type { User } from '#contract/users.ts';
import { ApiError, call } from '../api-client.ts';
import { CONTACT_DRAFT_KEY, DRAFT_FILES_KEY, DRAFT_KEY, LAST_REQUEST_KEY } from '../forms/draft-storage.ts';
import { forgetEntriesOfOthers, leaveSession } from '../forms/kept-entries.ts';
import { endOfficeDraftsOfOthers, writeOfficeDrafts } from '../forms/office-drafts.ts';
import { forgetUser, keepUser, keptUser, lastKeptUserId } from './kept-user.ts';
import { TOKEN_KEY } from './token.ts';
import { expectEndOfSession } from './unauthorized.ts';

/** Removes what others than this user have entered in this browser; with null, what anybody has. */
async function forgetOthers(userId: number | null): Promise<void> {
  forgetEntriesOfOthers(userId);
  endOfficeDraftsOfOthers(userId);
  // Loaded when it is needed, because the login page carries it otherwise.
  const [{ keepOutboxOf }, { keepReadsOf }] = await Promise.all([
    import('../outbox/browser-outbox.ts'),
    import('../kept-reads/kept-reads.ts'),
  ]);
  await Promise.all([keepOutboxOf(userId), keepReadsOf(userId)]);
}

/** The same after a sign-in by the link of a mail, which opens the page anew. Only technicians keep what others could read. */
async function forgetOthersThan({ id }: User): Promise<void> {
  forgetEntriesOfOthers(id);
  endOfficeDraftsOfOthers(id);
  const last = lastKeptUserId();
  if (last !== null && last !== id) await forgetOthers(id).catch(() => undefined);
}

/** Removes what the public forms keep: the office may have begun a request or a message with the details of a customer. */
async function forgetDrafts(): Promise<void> {
  localStorage.removeItem(DRAFT_KEY);
  for (const key of [LAST_REQUEST_KEY, CONTACT_DRAFT_KEY]) sessionStorage.removeItem(key);
  writeOfficeDrafts([]);
  const { delMany, keys } = await import('idb-keyval');
  await delMany((await keys()).filter((key) => String(key).startsWith(DRAFT_FILES_KEY)));
}

/** The id of the user whose tab this is; null before the server has said it, and after a logout. */
let owner: number | null = null;

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
    await forgetOthersThan(user);
    keepUser(user);
    owner = user.id;
    return user;
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
    return fetchMe(later);
  }
}

/** Signs in (spec §7 Auth). This module is loaded when it is needed, so that a page without a session does without it. */
export const sendLogin = async (email: string, password: string) => {
  const { user } = await call(auth.login, { body: { email, password } });
  await forgetOthers(user.id).catch(() => undefined);
  keepUser(user);
  owner = user.id;
  return user;
};

/**
 * After a sign-in in another tab. When it was somebody else's, this tab starts anew: what it shows and holds is not theirs, and
 * what would be saved here would be saved in their name.
 */
async function followSignIn(): Promise<void> {
  const before = owner;
  if (before === null) return;
  const user = await fetchMe().catch(() => null);
  if (user?.id === before) return;
  leaveSession();
  location.reload();
}
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === TOKEN_KEY && newValue !== null) void followSignIn();
});

export const sendLogout = async () => {
  owner = null;
  expectEndOfSession();
  forgetUser();
  await Promise.allSettled([forgetOthers(null), forgetDrafts()]);
  return call(auth.logout, {});
};
