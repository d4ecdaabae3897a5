import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { root } from '#server/lib/root.ts';

const FOLDER = path.join(root, 'server/db/migrations');
const CHECKSUMS = 'migration_checksums';

type MigrationFile = { name: string; text: string; sha256: Buffer };

/** Plain SQL files, forward only, in the order of their names. */
export async function readMigrations(folder = FOLDER): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (file) => {
      // A checkout on Windows differs in its line ends only.
      const text = (await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return { name: file.replace(/\.sql$/, ''), text, sha256: createHash('sha256').update(text).digest() };
    }),
  );
}

/**
 * Refuses a database that these migrations did not make: one that a newer version has changed, or one with a migration that
 * was edited after it was applied.
 */
async function refuseForeign<T>(db: Kysely<T>, files: readonly MigrationFile[], applied: Set<string>): Promise<void> {
  const unknown = [...applied].filter((name) => !files.some((file) => file.name === name));
  if (unknown.length) {
    throw new Error(
      `the data was made by a newer Switchboard (${unknown.join(', ')}). Upgrade to that version or a later one.`,
    );
  }
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass(${CHECKSUMS}) is not null as there`.execute(
    db,
  );
  if (!found[0]?.there) return;
  const { rows } = await sql<{
    name: string;
    sha256: Buffer;
  }>`select name, sha256 from ${sql.table(CHECKSUMS)}`.execute(db);
  for (const { name, sha256 } of rows) {
    const file = files.find((each) => each.name === name);
    if (file && !file.sha256.equals(sha256)) {
      throw new Error(
        `the migration ${name} was edited after it had been applied to this database. Restore the file as it was; a change is a new migration.`,
      );
    }
  }
}

/**
 * Brings the database to the newest schema, completely or not at all. Instances that start together wait for each other.
 * @param options.folder the folder of the migrations
 * @param options.only the names of those to run, when a back-up of an older schema is to be loaded; all when left out
 * @returns the names of the migrations that ran now. Throws what PostgreSQL said when one fails, and an Error that names the
 * migration when the database was made by a newer version or with other migrations.
 */
export async function migrate<T>(
  db: Kysely<T>,
  { folder = FOLDER, only }: { folder?: string; only?: ReadonlySet<string> } = {},
): Promise<string[]> {
  const files = (await readMigrations(folder)).filter(({ name }) => only?.has(name) ?? true);
  const migrations = files.map(({ name, text }) => [
    name,
    { up: async (on: Kysely<unknown>) => void (await sql.raw(text).execute(on)) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(migrations) } });
  const { rows: found } = await sql<{
    there: boolean;
  }>`select to_regclass('kysely_migration') is not null as there`.execute(db);
  const { rows: applied } = found[0]?.there
    ? await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    : { rows: [] };
  await refuseForeign(db, files, new Set(applied.map(({ name }) => name)));
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  // An older database has no checksums. It stores the current ones.
  for (const { name, sha256 } of files) {
    await sql`insert into ${sql.table(CHECKSUMS)} (name, sha256) values (${name}, ${sha256}) on conflict do nothing`.execute(
      db,
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}
