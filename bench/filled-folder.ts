import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open.ts';
import { openDatabase } from '#server/db/pool.ts';
import { createPasswords } from '#server/lib/passwords.ts';
import { BULK_ADMIN, fillInBulk } from './fill.ts';

/**
 * The data folder to measure on: the one that DATA_DIR names, which an earlier run filled, or a temporary one that is filled
 * now. Its admin gets a new password.
 * @param requests how many an empty folder is filled with
 */
export async function prepareFolder(
  requests: number,
): Promise<{ dataDir: string; password: string; trackingId: string }> {
  const dataDir = process.env.DATA_DIR ?? (await mkdtemp(path.join(tmpdir(), 'switchboard-bench-')));
  const store = await openStore(readConfig({ DATA_DIR: dataDir }), () => undefined);
  const db = openDatabase({ ...store.owner, statement_timeout: 0, max: 1 }, () => undefined);
  const password = randomBytes(9).toString('base64url');
  const passwordHash = await (await createPasswords()).hash(password);
  try {
    if (!(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())) {
      const options = { db, requests, customers: Math.ceil(requests / 5), now: new Date(), passwordHash };
      await fillInBulk({ ...options, step: (line) => console.log(line) });
    }
    await db.updateTable('users').set({ password_hash: passwordHash }).where('email', '=', BULK_ADMIN).execute();
    const row = await db.selectFrom('requests').select('external_id').orderBy('id').limit(1).executeTakeFirstOrThrow();
    return { dataDir, password, trackingId: row.external_id };
  } finally {
    await db.destroy();
    await store.stop();
  }
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
