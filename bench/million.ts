import { randomBytes } from 'node:crypto';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open.ts';
import { openDatabase } from '#server/db/pool.ts';
import { createPasswords } from '#server/lib/passwords.ts';
import { BULK_ADMIN, fillInBulk } from './fill.ts';

/**
 * `npm run million [-- requests]`: fills the empty database of DATA_DIR, or of DATABASE_URL, with that many requests
 * (1,000,000), to try the product with them. One of the two settings is required, so that it never fills real data.
 */
const CUSTOMERS_PER_REQUEST = 0.2;
const say = (line: string) => console.log(line);

async function run(): Promise<void> {
  const requests = Number(process.argv[2] ?? 1_000_000);
  if (!Number.isInteger(requests) || requests < 100) throw new Error('the number of requests must be 100 or more');
  if (!process.env.DATA_DIR && !process.env.DATABASE_URL) {
    throw new Error('set DATA_DIR (a folder to throw away) or DATABASE_URL (an empty database)');
  }
  const started = performance.now();
  const store = await openStore(readConfig(process.env), { step: say });
  // One connection without a time-out, because the statements take minutes.
  const db = openDatabase({ ...store.owner, statement_timeout: 0, max: 1 }, () => undefined);
  try {
    for (const table of ['requests', 'customers', 'users'] as const) {
      if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) {
        throw new Error(`this database already has ${table}; only an empty one is filled`);
      }
    }
    const password = randomBytes(9).toString('base64url');
    await fillInBulk({
      db,
      requests,
      customers: Math.ceil(requests * CUSTOMERS_PER_REQUEST),
      now: new Date(),
      passwordHash: await (await createPasswords()).hash(password),
      step: (line) => say(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}`),
    });
    say(`Filled in ${((performance.now() - started) / 1000).toFixed(0)} s. Sign in as ${BULK_ADMIN} with ${password}`);
  } finally {
    await db.destroy();
    await store.stop();
  }
}

run().catch((error: unknown) => {
  console.error(`The database was not filled: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
});
