import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/db/transaction.ts';
import { holdSession } from '#server/features/auth/auth.repo.ts';
import * as backups from '#server/features/backups/backups.repo.ts';
import * as contact from '#server/features/contact/contact.repo.ts';
import * as keys from '#server/features/keys/keys.repo.ts';
import * as mail from '#server/features/mail/mail.repo.ts';
import * as held from '#server/features/requests/held/held.repo.ts';
import * as requests from '#server/features/requests/requests.repo.ts';
import * as settings from '#server/features/settings/settings.repo.ts';
import * as users from '#server/features/users/users.repo.ts';
import * as views from '#server/features/views/views.repo.ts';
import { aKey } from '#server/testing/access/keys.ts';
import { aHeldRequest, aRequest, as, type Person } from '#server/testing/factories.ts';
import { aUser, type StaffRow } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** The locks of rows from the weakest to the strongest, each with those of others that it refuses. */
const refuses = {
  'key share': ['update'],
  share: ['no key update', 'update'],
  'no key update': ['share', 'no key update', 'update'],
  update: ['key share', 'share', 'no key update', 'update'],
} as const;
type Lock = keyof typeof refuses;

let test: TestApp;
let technician: StaffRow;
let admin: Person;
let request: number;
let heldRequest: number;
let message: number;
let key: number;
let session: number;
beforeAll(async () => {
  test = await testApp();
  technician = await aUser(test, 'technician');
  admin = await as(test, 'admin');
  request = (await aRequest(test)).id;
  heldRequest = (await aHeldRequest(test)).id;
  key = (await aKey(test)).id;
  const row = { name: 'Cora', email: 'cora@caller.example', message: 'Do you repair signs?', created_at: new Date() };
  const added = test.deps.db.insertInto('contact_messages').values({ ...row, ip_address: '::1', user_agent: 'a test' });
  message = (await added.returning('id').executeTakeFirstOrThrow()).id;
  const own = test.deps.db.selectFrom('sessions').select('id').where('user_id', '=', admin.id);
  session = (await own.executeTakeFirstOrThrow()).id;
});
afterAll(() => test.close());

/** Which locks somebody else doesn't get on a row at the moment. */
async function refusedTo(table: string, id: number | null): Promise<Lock[]> {
  const refused: Lock[] = [];
  for (const lock of Object.keys(refuses) as Lock[]) {
    const where = id === null ? sql`` : sql`where id = ${id}`;
    try {
      await sql`select from ${sql.table(table)} ${where} for ${sql.raw(lock)} nowait`.execute(test.deps.db);
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
      refused.push(lock);
    }
  }
  return refused;
}

type Locking = {
  name: string;
  holds: Lock;
  table: string;
  row: () => number | null;
  take: (tx: Tx) => Promise<unknown>;
};
const locking: Locking[] = [
  {
    ...{ name: 'a user to change', holds: 'no key update', table: 'users', row: () => technician.id },
    take: (tx) => users.lockUser(tx, technician.id),
  },
  {
    ...{ name: 'whom a request is assigned to', holds: 'share', table: 'users', row: () => technician.id },
    take: (tx) => users.lockAssignable(tx, technician.id),
  },
  {
    ...{ name: 'who leaves', holds: 'no key update', table: 'users', row: () => admin.id },
    take: (tx) => users.lockInOrder(tx, admin.id, technician.id),
  },
  {
    ...{ name: 'who takes over', holds: 'share', table: 'users', row: () => technician.id },
    take: (tx) => users.lockInOrder(tx, admin.id, technician.id),
  },
  {
    ...{ name: 'who signs in', holds: 'share', table: 'users', row: () => technician.id },
    take: (tx) => users.holdForLogin(tx, technician.email),
  },
  {
    ...{ name: 'who gets a link', holds: 'no key update', table: 'users', row: () => technician.id },
    take: (tx) => users.lockActive(tx, technician.email),
  },
  {
    ...{ name: 'the owner of views', holds: 'no key update', table: 'users', row: () => technician.id },
    take: (tx) => views.lockOwner(tx, technician.id),
  },
  {
    ...{ name: 'the sessions of who changes', holds: 'update', table: 'sessions', row: () => session },
    take: (tx) => users.lockSessionsOf(tx, admin.id),
  },
  {
    ...{ name: 'the session of a write', holds: 'key share', table: 'sessions', row: () => session },
    take: (tx) => holdSession(tx, session),
  },
  {
    ...{ name: 'a request to change', holds: 'update', table: 'requests', row: () => request },
    take: (tx) => requests.lockRequest(tx, request, null),
  },
  {
    ...{ name: 'a held request to settle', holds: 'update', table: 'held_requests', row: () => heldRequest },
    take: (tx) => held.lock(tx, heldRequest),
  },
  {
    ...{ name: 'a contact message to change', holds: 'update', table: 'contact_messages', row: () => message },
    take: (tx) => contact.lockMessage(tx, message),
  },
  {
    ...{ name: 'the message of a request', holds: 'key share', table: 'contact_messages', row: () => message },
    take: (tx) => contact.lockAgainstDeletion(tx, message),
  },
  {
    ...{ name: 'an API key to end', holds: 'update', table: 'api_keys', row: () => key },
    take: (tx) => keys.lockKey(tx, key),
  },
  { name: 'the settings', holds: 'update', table: 'settings', row: () => null, take: settings.lockSettings },
  { name: 'the settings of emails', holds: 'update', table: 'mail_settings', row: () => null, take: mail.lockSettings },
  {
    ...{ name: 'the settings of backups', holds: 'update', table: 'backup_settings', row: () => null },
    take: backups.lockSettings,
  },
];

describe('a lock', () => {
  it.each(locking)('on $name is held until the transaction ends: $holds', async ({ holds, table, row, take }) => {
    await test.deps.transaction(async (tx) => {
      await take(tx);
      expect(await refusedTo(table, row())).toEqual(refuses[holds]);
    });
    expect(await refusedTo(table, row())).toEqual([]);
  });
});
