import type { auth } from '#contract/auth.ts';
import { mailTexts } from '#contract/words/mail.ts';
import { paths } from '#contract/words/paths.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { isAhead, latestAt } from '#server/lib/ahead.ts';
import { DomainError } from '#server/lib/errors.ts';
import { hmacOf, newToken, tokenHash } from '#server/lib/tokens.ts';
import * as users from '../users/users.service.ts';
import * as repo from './auth.links.repo.ts';
import { linkExpiry } from './auth.rules.ts';
import { asStaff, openSession } from './auth.service.ts';

const HOUR_MS = 3_600_000;
/** The same whether the account exists or not. */
const ASKED = 'If this address belongs to an account, a mail with a link is on its way. The link works for one hour.';
const UNAVAILABLE = 'This site sends no mail at the moment. Please ask the office for a new password.';
/** The maximum number of password reset links for one user in an hour. */
const RESETS_PER_HOUR = 3;

const invalidLink = () => new DomainError('forbidden', mailTexts.linkInvalid);

/**
 * The token of a link, made from its seed with a key outside the database. So it can be written into a mail at the moment of
 * sending, and neither the database nor the outbox holds it.
 */
const tokenOf = ({ linkKey }: Pick<Deps, 'linkKey'>, seed: string) =>
  hmacOf(linkKey)('account link', [seed]).toString('base64url');

async function openLink(deps: TxDeps, tx: Tx, userId: number, purpose: repo.LinkRow['purpose']): Promise<number> {
  const seed = newToken();
  const now = deps.now();
  const { id } = await repo.insertLink(tx, {
    user_id: userId,
    purpose,
    seed,
    token_hash: tokenHash(tokenOf(deps, seed)),
    created_at: now,
    expires_at: linkExpiry(purpose, now),
  });
  return id;
}

/**
 * Makes a link to choose a new password, for an hour.
 * @returns null when nobody active has this address, or when they were given enough links within the hour
 */
export async function openResetLink(deps: TxDeps, tx: Tx, email: string) {
  const user = await users.lockActive(tx, email);
  // A person who was invited has no password to forget; their invitation is the link.
  if (!user || user.is_invited) return null;
  const now = deps.now();
  const recent = await repo.countResets(tx, user.id, { from: new Date(now.getTime() - HOUR_MS), to: latestAt(now) });
  if (recent >= RESETS_PER_HOUR) return null;
  return { id: await openLink(deps, tx, user.id, 'reset'), name: user.name };
}

/** Makes the link of an invitation, for seven days. Earlier links of this user end. */
export async function openInvitationLink(deps: TxDeps, tx: Tx, userId: number): Promise<number> {
  await repo.deleteLinksOf(tx, userId);
  return openLink(deps, tx, userId, 'invitation');
}

/**
 * Makes another link for an invitation whose link has ended, as after a correction of the address.
 * @returns null when the person has chosen a password, has another link, or has left
 */
export async function renewInvitationLink(deps: TxDeps, tx: Tx, email: string): Promise<number | null> {
  const user = await users.lockActive(tx, email);
  if (!user?.is_invited || (await repo.hasOpenLink(tx, user.id, deps.now()))) return null;
  return openInvitationLink(deps, tx, user.id);
}

/** The address to write into a mail; null when the link has ended. The token is in the fragment, which no server sees. */
export async function addressOfLink(deps: Deps, id: number): Promise<string | null> {
  const link = await repo.findLink(deps.db, id);
  if (!link || link.expires_at <= deps.now() || isAhead(link.created_at, deps.now())) return null;
  return `${deps.config.publicUrl}${paths.resetPassword}#token=${tokenOf(deps, link.seed)}`;
}

/**
 * Requests a password reset link. The call looks up no user, so that its response and duration are the same for every
 * address. The outbox finds the recipient later (decision 0012).
 */
export const forgotPassword: UseCase<typeof auth.forgotPassword> = async (deps, visitor, { body }) => {
  await deps.transaction((tx) => announce(tx, visitor, { type: 'password.reset_asked', email: body.email }));
  return { message: deps.mail.server === null ? UNAVAILABLE : ASKED };
};

/** Returns what is wrong with a new password as it is typed. The call that sets the password checks again, with the user's details. */
export const checkPassword: UseCase<typeof auth.checkPassword> = async (deps, _visitor, { body }) => ({
  problem: await users.problemOf(deps, body.password, body),
});

/** Returns why a link sets no password, with the words of the refusal; null when it works. The link is not used up. */
export const checkLink: UseCase<typeof auth.checkLink> = async (deps, _visitor, { body }) => {
  const link = await repo.findOpenLink(deps.db, tokenHash(body.token), deps.now());
  return { problem: link ? null : mailTexts.linkInvalid };
};

/** Sets the password of the user whom the link belongs to, ends their sessions and links, and signs them in. */
export const resetPassword: UseCase<typeof auth.resetPassword> = async (deps, visitor, { body }) => {
  const link = await repo.findOpenLink(deps.db, tokenHash(body.token), deps.now());
  if (!link) throw invalidLink();
  await users.refuseWeak(deps, body.password, link);
  const password_hash = await deps.passwords.hash(body.password);
  return deps.transaction(async (tx, deps) => {
    // Locked first: a deactivation that is under way takes precedence.
    const user = await users.lockActive(tx, link.email);
    if (user?.id !== link.user_id || !(await repo.takeLink(tx, link.id))) throw invalidLink();
    const changed = await users.choosePassword(deps, tx, user.id, password_hash);
    await repo.deleteLinksOf(tx, user.id);
    await announce(tx, asStaff(changed, visitor), { type: 'password.chosen', user_id: user.id, by: link.purpose });
    return { token: await openSession(deps, tx, changed, visitor), user: users.presentUser(changed) };
  });
};

/** Deletes links that ended more than an hour ago, which count no more towards the limit of resets. */
export const purgeLinks = (deps: Deps) =>
  deps.autocommit((tx) => repo.deleteLinksExpiredBefore(tx, new Date(deps.now().getTime() - HOUR_MS)));
