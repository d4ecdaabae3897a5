import { randomBytes } from 'node:crypto';
import pg, { type ClientConfig } from 'pg';
import { inject } from 'vitest';

/** Runs statements on the database that no test uses: PostgreSQL cannot copy a template that has connections. */
async function asOwner<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...inject('postgresOwner'), database: 'postgres' });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/**
 * Makes a database of its own on the PostgreSQL of this run.
 * @param template copied; an empty database when left out
 * @returns its name
 */
export async function createDatabase(template?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner((client) => client.query(`create database ${name}${template ? ` template ${template}` : ''}`));
  return name;
}

/** Drops a database, whoever is still connected. */
export const dropDatabase = (name: string): Promise<unknown> =>
  asOwner(async (client) => {
    const clients = `datname = $1 and backend_type = 'client backend'`;
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${clients}`, [name]);
    // Without `force`, which the owner may not use during an autovacuum. PostgreSQL waits for connections that are closing.
    await client.query(`drop database if exists ${name}`);
  });

/** The settings of a product that runs as a process of its own on this database, over PostgreSQL's socket. */
export function databaseSettings(database: string): { DATABASE_URL: string; DATABASE_OWNER_URL: string } {
  const addressOf = ({ host, port, user, password }: ClientConfig) =>
    `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(String(host))}`;
  return {
    DATABASE_URL: addressOf(inject('postgres')),
    DATABASE_OWNER_URL: addressOf(inject('postgresOwner') as ClientConfig),
  };
}
