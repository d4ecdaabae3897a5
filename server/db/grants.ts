import { sql } from 'kysely';
import { advisoryLocks } from './advisory-locks.ts';
import type { WritableDatabase } from './pool.ts';

/** The role of a connection. */
export async function roleOf(db: WritableDatabase): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL did not say which role this is');
  return rows[0].role;
}

/**
 * Grants the app's role the rights on rows that it needs, and no rights on the tables themselves, which another role owns.
 * The role can only add to the audit trail: it has no right to remove or suppress an event (threats T59). Run as the owner
 * after every migration. Instances that start together wait for each other: PostgreSQL fails two grants on one table.
 */
export async function grantToApp(owner: WritableDatabase, role: string): Promise<void> {
  const app = sql.id(role);
  await owner.transaction().execute(async (tx) => {
    const statements = [
      sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.granting)})`,
      sql`grant usage on schema public to ${app}`,
      sql`revoke temporary on database ${sql.id(await databaseOf(tx))} from public`,
      sql`grant select, insert, update, delete on all tables in schema public to ${app}`,
      sql`grant usage on all sequences in schema public to ${app}`,
      sql`grant usage on schema pgboss to ${app}`,
      sql`grant select, insert, update, delete on all tables in schema pgboss to ${app}`,
      sql`revoke update, delete on audit_events, audit_seals from ${app}`,
      sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock, migration_checksums from ${app}`,
    ];
    for (const statement of statements) await statement.execute(tx);
  });
}

async function databaseOf(db: WritableDatabase): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL did not say which database this is');
  return rows[0].name;
}
