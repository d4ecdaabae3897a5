import type { z } from 'zod';
import type { user, users } from '#contract/users.ts';
import type { Database } from '#server/db/pool.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { DomainError, invalid, notFound } from '#server/lib/errors.ts';
import * as repo from './users.repo.ts';
import { lockoutProblem, passwordProblem } from './users.rules.ts';

const EMAIL_TAKEN = 'A user with this email already exists';
const emailTaken = () => new DomainError('conflict', EMAIL_TAKEN, [{ field: 'email', message: EMAIL_TAKEN }]);

/** A user row as the wire shows it (spec §3 User). */
export const presentUser = (row: repo.UserRow): z.input<typeof user> => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

/** Refuses a password that is too short for this house, wherever one is set. */
export function refuseWeak(deps: Deps, password: string): void {
  const problem = passwordProblem(password, deps.config.passwordMinLength);
  if (problem) throw invalid([problem]);
}

export const list: UseCase<typeof users.list> = async (deps) => ({
  users: (await repo.listUsers(deps.db)).map(presentUser),
});

/** One user by id, for the callers who have checked that it may be shown. */
export async function profile(deps: Deps, id: number): Promise<z.input<typeof user>> {
  const row = await repo.findUser(deps.db, id);
  if (!row) throw notFound('User');
  return presentUser(row);
}

export const get: UseCase<typeof users.get> = async (deps, _actor, { params }) => ({
  user: await profile(deps, params.id),
});

/** Creates a user (spec §2 User Management); 409 when the address is taken. */
export const create: UseCase<typeof users.create> = async (deps, _actor, { body }) => {
  const { password, phone = null, base_location = null, ...fields } = body;
  refuseWeak(deps, password);
  const now = deps.now();
  const row = await repo.insertUser(deps.db, {
    ...fields,
    phone,
    base_location,
    password_hash: await deps.passwords.hash(password),
    created_at: now,
    updated_at: now,
  });
  if (!row) throw emailTaken();
  return { user: presentUser(row) };
};

/**
 * Edits a user (spec §5: a password left out stays). Nobody locks themselves, or everyone, out. A new password and a
 * deactivation end that user's sessions for good: activating them again brings no old token back.
 */
export const update: UseCase<typeof users.update> = async (deps, actor, { params, body }) => {
  const { password, phone = null, base_location = null, ...fields } = body;
  if (password !== undefined) refuseWeak(deps, password);
  const secret = password === undefined ? {} : { password_hash: await deps.passwords.hash(password) };
  const row = await deps.db.transaction().execute(async (tx) => {
    const activeAdmins = await repo.lockActiveAdmins(tx);
    const before = await repo.lockUser(tx, params.id);
    if (!before) throw notFound('User');
    const refusal = lockoutProblem(before, { id: before.id, ...fields }, actor.id, activeAdmins);
    if (refusal) throw new DomainError('conflict', refusal);
    if (await repo.emailTakenByAnother(tx, fields.email, before.id)) throw emailTaken();
    if (password !== undefined || !fields.is_active) await repo.endSessionsOf(tx, before.id, actor.sessionId);
    return repo.updateUser(tx, before.id, { ...fields, phone, base_location, ...secret, updated_at: deps.now() });
  });
  return { user: presentUser(row) };
};

/** The active technician or admin with this id, locked for the caller's transaction; undefined for anyone else. */
export const lockAssignable = (tx: Database, id: number) => repo.lockAssignable(tx, id);

/** For signing in: the user with their password's hash. */
export const findForLogin = (db: Database, email: string) => repo.findForLogin(db, email);

export const anyAdmin = (db: Database) => repo.anyAdmin(db);

/** Adds an admin inside the caller's transaction; undefined when the address is taken. */
export const addAdmin = (
  tx: Database,
  admin: { name: string; email: string; password_hash: string },
  now: Date,
): Promise<repo.UserRow | undefined> =>
  repo.insertUser(tx, { ...admin, role: 'admin', is_active: true, created_at: now, updated_at: now });
