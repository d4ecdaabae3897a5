import { sql } from 'kysely';
import type { WritableDatabase } from '#server/db/pool.ts';
import type { Writer } from '#server/db/transaction.ts';
import type { FileStore } from '#server/lib/file-store.ts';
import type { Passwords } from '#server/lib/passwords.ts';
import { DEMO_PASSWORD, type Member, staff } from './people.ts';
import { storeFiles, writeYear } from './write.ts';
import { imagineYear, type YearOptions } from './year.ts';

export type SeedOptions = YearOptions & {
  db: WritableDatabase;
  files: FileStore;
  passwords: Passwords;
  /** The entries of the trail are born with it, as those of the product are. */
  auditKey: Buffer;
  /** The width of the photos in pixels, at least 400. */
  pictureWidth: number;
  step(line: string): void;
};

const hasUsers = async (db: WritableDatabase) =>
  (await db.selectFrom('users').select('id').limit(1).execute()).length > 0;
const YEAR = 365 * 86_400_000;

/**
 * Fills an empty database with the year that ends at `now`: first the files, then all rows in one transaction, so that a
 * crash leaves at most files without a row. Does nothing when there already is an account.
 * @returns whether it wrote anything
 */
export async function seed(options: SeedOptions): Promise<boolean> {
  const { db, files, passwords, auditKey, step } = options;
  if (await hasUsers(db)) return false;
  const year = imagineYear(options);
  step(`Drawing photos and signatures for ${year.requests.length} requests ...`);
  const stored = await storeFiles(year, files, options.pictureWidth);
  const hashes = new Map<Member, string>();
  for (const member of staff) hashes.set(member, await passwords.hash(DEMO_PASSWORD));
  step(`Writing ${year.customers.length} customers, ${year.requests.length} requests and ${stored.size} files ...`);
  return db.transaction().execute(async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx);
    if (await hasUsers(tx)) return false;
    // As in the product, every insert names every column: a new one must not be left out in silence.
    await writeYear(tx as unknown as Writer, year, {
      hashes,
      stored,
      since: new Date(options.now.getTime() - YEAR),
      now: options.now,
      auditKey,
    });
    return true;
  });
}
