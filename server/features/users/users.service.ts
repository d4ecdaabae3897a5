import { z } from 'zod';
import type { user } from '#contract/account.ts';
import { rowId } from '#contract/text.ts';
import { EMAIL_TAKEN, updateUserBody, users } from '#contract/users.ts';
import { mailTexts } from '#contract/words/mail.ts';
import { requestTexts } from '#contract/words/requests.ts';
import type { Database } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Staff } from '#server/lib/actor.ts';
import { changedFields, enteredFields } from '#server/lib/changes.ts';
import { weaknessOf } from '#server/lib/common-passwords.ts';
import { DomainError, invalid, notFound } from '#server/lib/errors.ts';
import { answerOnce, hardToGuess, type StoredAnswer } from '../idempotency/idempotency.service.ts';
import * as repo from './users.repo.ts';
import { blankAsNull, fieldsOf, lockoutProblem, passwordProblem } from './users.rules.ts';
import { refuseMetUser } from './users.versions.service.ts';

const emailTaken = () => new DomainError('conflict', EMAIL_TAKEN, [{ field: 'email', message: EMAIL_TAKEN }]);

/** Presents a user (spec §3 User). */
export const presentUser = ({ updated_at: _, changed_by: __, ...row }: repo.UserRow): z.input<typeof user> => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

/** A user in events: every field except secrets. */
const accountOf = (row: repo.UserRow) => ({ id: row.id, ...fieldsOf(row) });

type PasswordDeps = Pick<Deps, 'config' | 'settings'>;

/** Returns what is wrong with a person's new password, which may be too short or easy to guess; null when nothing is. */
export function problemOf(
  deps: PasswordDeps,
  password: string,
  person: { name?: string | undefined; email?: string | undefined },
): Promise<string | null> {
  const about = [person.name ?? '', person.email ?? '', deps.settings.business.name];
  return passwordProblem(password, deps.config.passwordMinLength, () => weaknessOf(password, about));
}

/** Refuses a password that is shorter than the configured minimum, or easy to guess for this person. */
export async function refuseWeak(
  deps: PasswordDeps,
  password: string,
  person: { name: string; email: string },
  field = 'password',
): Promise<void> {
  const message = await problemOf(deps, password, person);
  if (message) throw invalid([{ field, message }]);
}

export const list: UseCase<typeof users.list> = async (deps) => ({
  users: (await repo.listUsers(deps.db)).map(presentUser),
});

/** One user by id. The caller has checked that the actor may see the user. */
export async function profile(deps: Pick<Deps, 'db'>, id: number): Promise<z.input<typeof user>> {
  const row = await repo.findUser(deps.db, id);
  if (!row) throw notFound('User');
  return presentUser(row);
}

export const get: UseCase<typeof users.get> = async (deps, _actor, { params }) => ({
  user: await profile(deps, params.id),
});

const createdAnswer: StoredAnswer<z.output<typeof users.create.response>> = {
  schema: users.create.response,
  today: async (db, stored) => {
    const { user } = z.object({ user: z.object({ id: rowId }) }).parse(stored);
    return { user: await profile({ db }, user.id) };
  },
};

/** Creates a user with a password or an invitation (spec §2 User Management); 409 when the address is in use. */
export const create: UseCase<typeof users.create> = async (deps, actor, { body, idempotency: sent }) => {
  const { password, invite: is_invited, phone = null, base_location = null, ...fields } = body;
  if (password !== undefined) await refuseWeak(deps, password, fields);
  // Only an invited user may be without a password: the schema has refused everything else.
  const password_hash = password === undefined ? null : await deps.passwords.hash(password);
  const now = deps.now();
  const idempotency = sent && (await hardToGuess(sent));
  return deps.transaction((tx) =>
    answerOnce(tx, { scope: 'users.create', actor, idempotency, answer: createdAnswer }, async () => {
      const created = await repo.insertUser(tx, {
        ...fields,
        phone,
        base_location,
        password_hash,
        created_at: now,
        updated_at: now,
        changed_by: null,
        deleted_at: null,
      });
      if (!created) throw emailTaken();
      await announce(tx, actor, { type: 'user.created', user: accountOf(created), is_invited });
      return { user: presentUser(created) };
    }),
  );
};

/**
 * Locks the user to change, and who takes over. Refuses a change that would lock out the actor (spec §6).
 * @param changeOf computes the change from the locked user
 */
async function lockForChange(
  tx: Tx,
  actor: Staff,
  { id, taker_id }: { id: number; taker_id?: number | undefined },
  changeOf: (before: repo.LockedUser) => { role?: repo.UserRow['role']; is_active: boolean },
) {
  await repo.lockInOrder(tx, id, taker_id);
  const before = await repo.lockUser(tx, id);
  if (!before) throw notFound('User');
  const change = changeOf(before);
  const after = { role: change.role ?? before.role, is_active: change.is_active };
  const refusal = lockoutProblem(before, after, actor.id);
  if (refusal) throw new DomainError('conflict', refusal);
  return before;
}

/**
 * The user who takes over the open requests of a leaving user, as read under the lock; null when none is named. Only the requests feature knows whether there are any.
 */
async function takerOf(tx: Tx, leaving: number, id: number | undefined): Promise<{ id: number; name: string } | null> {
  if (id === undefined) return null;
  const taker = id === leaving ? undefined : await repo.lockAssignable(tx, id);
  if (!taker) throw invalid([{ field: 'taker_id', message: requestTexts.chooseTechnician }]);
  return { id: taker.id, name: taker.name };
}

/** Invites a user again who has not chosen a password yet. */
export const invite: UseCase<typeof users.invite> = async (deps, actor, { params }) => {
  const row = await deps.transaction(async (tx) => {
    const found = await repo.lockUser(tx, params.id);
    if (!found) throw notFound('User');
    if (!found.is_invited) throw new DomainError('conflict', mailTexts.notInvited);
    if (!found.is_active) throw new DomainError('conflict', mailTexts.inactiveInvited);
    await announce(tx, actor, { type: 'user.invited', user: accountOf(found) });
    return found;
  });
  return { user: presentUser(row) };
};

/**
 * Edits a user (spec §5: a password left out stays). What the caller has not changed since the version that was seen stays as it is
 * now. Admins cannot lock out themselves or everyone. A new password and a deactivation end that user's sessions permanently: an
 * activation does not restore them.
 */
export const update: UseCase<typeof users.update> = async (deps, actor, { params, body }) => {
  const { password, version, taker_id, phone = null, base_location = null, ...fields } = body;
  if (password !== undefined) await refuseWeak(deps, password, fields);
  const secret = password === undefined ? {} : { password_hash: await deps.passwords.hash(password) };
  const edit = { ...fields, phone, base_location };
  const ownOf = (user: repo.LockedUser) =>
    blankAsNull(enteredFields(updateUserBody, { row: user, now: fieldsOf(user) }, edit, version));
  const row = await deps.transaction(async (tx, deps) => {
    const before = await lockForChange(tx, actor, { ...params, taker_id }, (user) => ({ ...user, ...ownOf(user) }));
    const own = ownOf(before);
    await refuseMetUser(tx, deps, before, version, own, password !== undefined);
    const wanted = { ...fieldsOf(before), ...own };
    if (await repo.emailTakenByAnother(tx, wanted.email, before.id)) throw emailTaken();
    if (!changedFields(before, { ...wanted, ...secret })) return before;
    if (wanted.role !== before.role) await repo.lockSessionsOf(tx, before.id);
    if (password !== undefined || !wanted.is_active) await repo.endSessionsOf(tx, before.id, actor.sessionId);
    const after = await repo.updateUser(tx, before.id, {
      ...wanted,
      ...secret,
      updated_at: deps.now(),
      changed_by: actor.id,
    });
    const change = {
      before: accountOf(before),
      after: accountOf(after),
      taker: await takerOf(tx, before.id, taker_id),
    };
    await announce(tx, actor, { type: 'user.updated', ...change, password_changed: password !== undefined });
    return after;
  });
  return { user: presentUser(row) };
};

/** Activates or deactivates (spec §4); a deactivated user's sessions end at once. */
export const toggleStatus: UseCase<typeof users.toggleStatus> = async (deps, actor, { params, body }) => {
  const row = await deps.transaction(async (tx, deps) => {
    const { version, taker_id } = body;
    const before = await lockForChange(tx, actor, { ...params, taker_id }, (now) => ({ is_active: !now.is_active }));
    await refuseMetUser(tx, deps, before, version, { is_active: !before.is_active });
    if (before.is_active) await repo.endSessionsOf(tx, before.id, null);
    const after = await repo.updateUser(tx, before.id, {
      is_active: !before.is_active,
      updated_at: deps.now(),
      changed_by: actor.id,
    });
    const change = { before: accountOf(before), after: accountOf(after) };
    if (after.is_active) await announce(tx, actor, { type: 'user.activated', ...change });
    else {
      const taker = await takerOf(tx, before.id, taker_id);
      await announce(tx, actor, { type: 'user.deactivated', ...change, taker });
    }
    return after;
  });
  return { user: presentUser(row) };
};

/** Deletes a user. The history keeps the name, the e-mail address becomes free, and open requests become unassigned. */
export const remove: UseCase<typeof users.remove> = async (deps, actor, { params, query }) => {
  if (params.id === actor.id) throw new DomainError('conflict', 'You cannot delete yourself');
  await deps.transaction(async (tx, deps) => {
    const before = await lockForChange(tx, actor, { ...params, ...query }, () => ({ is_active: false }));
    await repo.endSessionsOf(tx, before.id, null);
    const now = deps.now();
    await repo.updateUser(tx, before.id, {
      is_active: false,
      deleted_at: now,
      updated_at: now,
      changed_by: actor.id,
    });
    const taker = await takerOf(tx, before.id, query.taker_id);
    await announce(tx, actor, { type: 'user.deleted', user: accountOf(before), taker });
  });
  return { message: 'User deleted' };
};

/** Changes one's own password; every other session of that user ends (threats T17). */
export const changePassword: UseCase<typeof users.changePassword> = async (deps, actor, { body }) => {
  const guarded = `password of user ${actor.id}`;
  await deps.limits.refuseWhileWaiting(guarded, actor.ip);
  await deps.limits.refuseStrangers(guarded);
  const user = await repo.findPassword(deps.db, actor.id);
  if (!user) throw notFound('User');
  if (!(await deps.passwords.verify(user.password_hash ?? undefined, body.current_password))) {
    // Wrong passwords are counted and delayed as in a sign-in, so that a stolen session does not help to guess the password.
    await deps.limits.noteFailure(guarded, actor.ip, 'strange network');
    await deps.transaction((tx) => announce(tx, actor, { type: 'user.password_refused', user_id: actor.id }));
    throw invalid([{ field: 'current_password', message: 'The current password is not correct' }]);
  }
  await refuseWeak(deps, body.new_password, user, 'new_password');
  await deps.limits.forgetFailures(guarded, actor.ip);
  const password_hash = await deps.passwords.hash(body.new_password);
  await deps.transaction(async (tx, deps) => {
    await repo.updateUser(tx, actor.id, { password_hash, updated_at: deps.now(), changed_by: actor.id });
    await repo.endSessionsOf(tx, actor.id, actor.sessionId);
    await announce(tx, actor, { type: 'user.password_changed', user_id: actor.id });
  });
  return { message: 'Password changed' };
};

/** The active user with this address, locked for the caller's transaction; undefined when there is none. */
export const lockActive = (tx: Tx, email: string) => repo.lockActive(tx, email);

/** Sets the password that a user chose by a link, and ends all their sessions. The caller has locked the user. */
export async function choosePassword(deps: TxDeps, tx: Tx, id: number, passwordHash: string): Promise<repo.UserRow> {
  await repo.endSessionsOf(tx, id, null);
  return repo.updateUser(tx, id, { password_hash: passwordHash, updated_at: deps.now(), changed_by: id });
}

/** The active technician or admin with this id, locked for the caller's transaction; undefined for anyone else. */
export const lockAssignable = (tx: Tx, id: number) => repo.lockAssignable(tx, id);

/** For the sign-in: the user with the hash of the password. */
export const findForLogin = (db: Database, email: string) => repo.findForLogin(db, email);

/** Whether a password that was just checked is still valid. Locks the account until the transaction ends. */
export async function stillOpens(tx: Tx, email: string, passwordHash: string): Promise<boolean> {
  const now = await repo.holdForLogin(tx, email);
  return now?.is_active === true && now.password_hash === passwordHash;
}

/** Hashes a password anew that was stored as it was typed. A failure, such as a busy server, leaves it as it is. */
export async function renewHash(deps: Deps, id: number, before: string, password: string): Promise<void> {
  try {
    const hash = await deps.passwords.hash(password);
    await deps.autocommit((tx) => repo.renewHash(tx, id, before, hash));
  } catch (error) {
    deps.log.warn({ err: error }, 'a password could not be hashed anew');
  }
}

export const anyAdmin = (db: Database) => repo.anyAdmin(db);

/** Adds an admin inside the caller's transaction; undefined when the address is in use. */
export const addAdmin = (
  tx: Tx,
  admin: { name: string; email: string; password_hash: string },
  now: Date,
): Promise<repo.UserRow | undefined> =>
  repo.insertUser(tx, {
    ...admin,
    role: 'admin',
    is_active: true,
    phone: null,
    base_location: null,
    created_at: now,
    updated_at: now,
    changed_by: null,
    deleted_at: null,
  });
