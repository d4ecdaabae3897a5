import type { auth } from '#contract/auth.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { NOBODY, type Staff, type Visitor } from '#server/lib/actor.ts';
import { DomainError } from '#server/lib/errors.ts';
import { networkOf } from '#server/lib/networks.ts';
import { hmacOf, newToken, tokenHash } from '#server/lib/tokens.ts';
import * as users from '../users/users.service.ts';
import { announceFailure } from './auth.failures.service.ts';
import * as repo from './auth.repo.ts';
import { isAlive, knownSince, needsTouch, sessionLife, setupExpiry } from './auth.rules.ts';

const WRONG = 'Invalid email or password';
const LINK_USED = 'This set-up link is not valid any more';

/** The refusal (401) of a call without a session that is alive. */
export const signIn = () => new DomainError('unauthorized', 'Please sign in');

type SessionUser = Parameters<typeof users.presentUser>[0];

/** Opens a session inside the caller's transaction and returns its token. Only the token's hash is stored. */
export async function openSession(deps: TxDeps, tx: Tx, user: SessionUser, visitor: Visitor): Promise<string> {
  const token = newToken();
  const now = deps.now();
  await repo.insertSession(tx, {
    user_id: user.id,
    token_hash: tokenHash(token),
    created_at: now,
    last_seen_at: now,
    ...sessionLife(user.role, now),
    ip: visitor.ip,
    user_agent: visitor.userAgent,
  });
  return token;
}

/** The user who signs in, as the actor of the event. */
export const asStaff = (user: SessionUser, visitor: Visitor): Staff => ({
  ...visitor,
  ...user,
  kind: 'staff',
  sessionId: 0,
});

/** The keyed hash of a network: the database alone does not reveal the address. */
const networkHash = (deps: Deps, visitor: Visitor) => hmacOf(deps.auditKey)('known network', [networkOf(visitor.ip)]);

/** Remembers the network for the next sign-in. A failure, such as a full disk, does not refuse this sign-in. */
async function rememberNetwork(deps: Deps, userId: number, network: Buffer): Promise<void> {
  try {
    await deps.autocommit((tx) => repo.noteNetwork(tx, userId, network, deps.now()));
    await deps.autocommit((tx) => repo.forgetNetworksBefore(tx, userId, knownSince(deps.now())));
  } catch (error) {
    deps.log.warn({ err: error }, 'the network of a sign-in could not be stored');
  }
}

/**
 * Signs in (spec §7). Unknown address, wrong password and inactive user get the same answer after the same work. Failures from
 * other networks do not affect a user who has signed in from this network before (threats T26, T60).
 */
export const login: UseCase<typeof auth.login> = async (deps, visitor, { body }) => {
  deps.passwords.refuseWhenBusy();
  await deps.limits.refuseWhileWaiting(body.email, visitor.ip);
  const found = await users.findForLogin(deps.db, body.email);
  const usable = found?.is_active ? found : undefined;
  const network = networkHash(deps, visitor);
  const isKnown = await repo.isKnownNetwork(deps.db, found?.id ?? 0, network, knownSince(deps.now()));
  if (!isKnown) await deps.limits.refuseStrangers(body.email);
  // A person who was invited has no password yet, and gets the same answer after the same work.
  const password_hash = usable?.password_hash ?? undefined;
  const match = await deps.passwords.verify(password_hash, body.password);
  if (!usable || !password_hash || !match) {
    await deps.limits.noteFailure(body.email, visitor.ip, isKnown ? 'known network' : 'strange network');
    await announceFailure(deps, visitor, body.email);
    throw new DomainError('unauthorized', WRONG);
  }
  await deps.limits.forgetFailures(body.email, visitor.ip);
  const { password_hash: _, ...user } = usable;
  const answer = await deps.transaction(async (tx, deps) => {
    // Checking a password takes time. A deactivation or a new password in the meantime takes precedence.
    if (!(await users.stillOpens(tx, user.email, password_hash))) throw new DomainError('unauthorized', WRONG);
    await repo.deleteExpiredSessions(tx, deps.now());
    const token = await openSession(deps, tx, user, visitor);
    await announce(tx, asStaff(user, visitor), { type: 'session.opened', user_id: user.id });
    return { token, user: users.presentUser(user) };
  });
  await rememberNetwork(deps, user.id, network);
  if (match === 'as_typed') await users.renewHash(deps, user.id, password_hash, body.password);
  return answer;
};

export const logout: UseCase<typeof auth.logout> = async (deps, actor) => {
  await deps.transaction(
    async (tx) => {
      await repo.deleteSession(tx, actor.sessionId);
      await announce(tx, actor, { type: 'session.closed', user_id: actor.id });
    },
    { endsSession: true },
  );
  return { message: 'Signed out' };
};

export const me: UseCase<typeof auth.me> = async (deps, actor) => ({
  user: await users.profile(deps, actor.id),
});

/** Creates the first admin with the one-time link, and signs them in. Refused once an admin exists. */
export const setup: UseCase<typeof auth.setup> = async (deps, visitor, { body }) => {
  // Checked before the costly hash: once there is an admin, the link is invalid.
  if (await users.anyAdmin(deps.db)) throw new DomainError('forbidden', LINK_USED);
  await users.refuseWeak(deps, body.password, body);
  const password_hash = await deps.passwords.hash(body.password);
  return deps.transaction(async (tx, deps) => {
    const valid = await repo.takeSetupToken(tx, tokenHash(body.setup_token), deps.now(), setupExpiry(deps.now()));
    if (!valid || (await users.anyAdmin(tx))) throw new DomainError('forbidden', LINK_USED);
    const user = await users.addAdmin(tx, { name: body.name, email: body.email, password_hash }, deps.now());
    if (!user) throw new DomainError('conflict', 'A user with this email already exists');
    await announce(tx, asStaff(user, visitor), { type: 'setup.completed', admin: user });
    return { token: await openSession(deps, tx, user, visitor), user: users.presentUser(user) };
  });
};

/**
 * The user behind a bearer token; null when the token is unknown, expired or idle too long, or the user is inactive.
 * @param isAttended whether a person caused the call, which keeps the session from being idle
 */
export async function actorOf(deps: Deps, token: string, visitor: Visitor, isAttended: boolean): Promise<Staff | null> {
  const session = await repo.findSession(deps.lookups, tokenHash(token));
  const now = deps.now();
  if (!session?.is_active || !isAlive(session, now)) return null;
  if (isAttended && needsTouch(session, now))
    await deps.autocommit((tx) => repo.touchSession(tx, session.session_id, now));
  const { id, name, role, session_id: sessionId } = session;
  return { ...visitor, kind: 'staff', id, name, role, sessionId };
}

/**
 * Whose session a device once had. It shows the hash of the session's token, which opens nothing else.
 * @returns undefined when no session had this hash, or it ended more than 90 days ago
 */
export const ownerOfProof = (deps: Deps, hash: Buffer) => repo.findOwner(deps.db, hash, tokenHash(hash));

const PROOF_MS = 90 * 24 * 3_600_000;

/** Forgets sessions that ended long ago. */
export const purgeEndedSessions = (deps: Deps) =>
  deps.autocommit((tx) => repo.forgetEndedSessions(tx, new Date(deps.now().getTime() - PROOF_MS)));

/**
 * Refuses a write whose author's session, or role, ended while the write was under way (401). Neither can end from here until
 * the transaction does.
 * @throws DomainError `unavailable` (503) while another transaction is ending it
 */
export async function refuseEnded(deps: TxDeps, tx: Tx, actor: Staff): Promise<void> {
  const session = await repo.holdSession(tx, actor.sessionId);
  if (!session?.is_active || session.role !== actor.role || !isAlive(session, deps.now())) throw signIn();
  if (!session.is_held) throw new DomainError('unavailable', 'Your session is about to change. Please try again.');
}

/**
 * At start-up, while there is no admin: creates the admin from the settings, or else returns a new one-time set-up token.
 * @returns the token for the set-up link, or null when there is nothing to set up
 */
export async function prepareFirstAdmin(deps: Deps): Promise<string | null> {
  const { firstAdmin } = deps.config;
  if (await users.anyAdmin(deps.db)) return null;
  if (firstAdmin) {
    await users.refuseWeak(deps, firstAdmin.password, firstAdmin);
    const { name, email, password } = firstAdmin;
    const password_hash = await deps.passwords.hash(password);
    const admin = await deps.transaction(async (tx, deps) => {
      const added = await users.addAdmin(tx, { name, email, password_hash }, deps.now());
      if (added) await announce(tx, NOBODY, { type: 'setup.completed', admin: added });
      return added;
    });
    // Another instance that starts at the same time may have created the admin first.
    if (!admin && (await users.anyAdmin(deps.db))) return null;
    if (!admin) throw new DomainError('conflict', `ADMIN_EMAIL: ${email} already belongs to a user who is no admin`);
    deps.log.info({ email }, 'created the first admin');
    return null;
  }
  const token = newToken();
  await deps.transaction((tx, deps) => repo.replaceSetupToken(tx, tokenHash(token), setupExpiry(deps.now())));
  return token;
}
