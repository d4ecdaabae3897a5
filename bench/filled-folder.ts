import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open.ts';
import { openDatabase, type WritableDatabase } from '#server/db/pool.ts';
import { createPasswords } from '#server/lib/passwords.ts';
import { BULK_ADMIN, fillInBulk } from './fill.ts';

const CUSTOMERS_PER_REQUEST = 0.2;
/** Calls for one request take turns among this many, so that they do not all read the same rows. */
const SOME = 200;

export type FilledFolder = {
  dataDir: string;
  /** Of the admin. */
  password: string;
  /** Some requests of all ages. */
  requests: { id: number; external_id: string }[];
  /** Removes the folder when it is a temporary one. */
  [Symbol.asyncDispose](): Promise<void>;
};

/** Works on the database of a folder that no product runs on. */
export async function onDatabase<T>(dataDir: string, work: (db: WritableDatabase) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig({ DATA_DIR: dataDir }), { step: () => undefined });
  const db = openDatabase({ ...store.owner, statement_timeout: 0, max: 1 }, () => undefined);
  try {
    return await work(db);
  } finally {
    await db.destroy();
    await store.stop();
  }
}

const deleteWaitingMails = (db: WritableDatabase) =>
  db.deleteFrom('mail_outbox').where('state', '=', 'waiting').execute();

/** Deletes the mails that a load left waiting, so that the next start does not send them while something else is measured. */
export const forgetMails = (dataDir: string) => onDatabase(dataDir, deleteWaitingMails);

/**
 * The data folder to measure on. Its admin gets a new password, and no mail waits.
 * @param kept a folder that stays. It is filled when it is empty. Without it a temporary folder is filled
 * @param requests how many an empty folder is filled with
 */
export async function prepareFolder(kept: string | undefined, requests: number): Promise<FilledFolder> {
  const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'switchboard-bench-')));
  const password = randomBytes(9).toString('base64url');
  const passwordHash = await (await createPasswords()).hash(password);
  return onDatabase(dataDir, async (db) => {
    if (!(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())) {
      const customers = Math.ceil(requests * CUSTOMERS_PER_REQUEST);
      const step = (line: string) => console.error(line);
      await fillInBulk({ db, requests, customers, now: new Date(), passwordHash, step });
    }
    await db.updateTable('users').set({ password_hash: passwordHash }).where('email', '=', BULK_ADMIN).execute();
    await deleteWaitingMails(db);
    // Brings a kept folder to the state of a new one: the loads of earlier runs have left rows that no vacuum has seen yet.
    for (const table of ['requests', 'customers']) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
    const { rows } = await sql<{ id: number; external_id: string }>`
      select id, external_id from requests where id in (
        select min + nth * (max - min) / ${sql.lit(SOME)}
        from (select min(id), max(id) from requests) ids, generate_series(1, ${sql.lit(SOME)}) nth
      )`.execute(db);
    const remove = async () => {
      if (!kept) await rm(dataDir, { recursive: true, force: true });
    };
    return { dataDir, password, requests: rows, [Symbol.asyncDispose]: remove };
  });
}

/** Signs the folder's admin in. Returns the bearer token. */
export async function signIn(origin: string, password: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: BULK_ADMIN, password }),
  });
  return ((await response.json()) as { token: string }).token;
}
