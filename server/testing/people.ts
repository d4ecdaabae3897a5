import { hash } from '@node-rs/argon2';
import type { Role } from '#contract/words/roles.ts';
import { newToken, tokenHash } from '../lib/tokens.ts';
import { PASSWORD, type Person } from './factories.ts';
import type { Origin, TestApp } from './test-app.ts';

const DAY_MS = 24 * 3_600_000;
const knownHash = hash(PASSWORD);
let counter = 0;

/** A member of staff inserted into the database with a hash made once, for tests that need hundreds. */
export async function aUser(test: TestApp, role: Role, fields: { name?: string; is_active?: boolean } = {}) {
  counter += 1;
  const email = `${role}.${counter}@staff.example`;
  const name = fields.name ?? `${role} no. ${counter}`;
  const now = test.deps.now();
  const { id } = await test.deps.db
    .insertInto('users')
    .values({
      name,
      email,
      role,
      is_active: fields.is_active ?? true,
      password_hash: await knownHash,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, name, email, role };
}
export type StaffRow = Awaited<ReturnType<typeof aUser>>;

/** A user's session inserted into the database, valid for a working day; `expired` makes it a session of yesterday. */
export async function aSession(test: TestApp, userId: number, options: { expired?: boolean } = {}): Promise<string> {
  const token = newToken();
  const now = test.deps.now();
  const begun = now.getTime() - (options.expired ? DAY_MS : 0);
  await test.deps.db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: tokenHash(token),
      created_at: new Date(begun),
      last_seen_at: now,
      expires_at: new Date(begun + DAY_MS / 2),
      ip: '127.0.0.1',
      user_agent: 'a test',
    })
    .execute();
  return token;
}

/** A signed-in user, made without a call. */
export async function aSignedInUser(test: TestApp, role: Role, name?: string, from?: Origin): Promise<Person> {
  const user = await aUser(test, role, name === undefined ? {} : { name });
  return { ...test.caller(await aSession(test, user.id), from), id: user.id, email: user.email, name: user.name };
}
