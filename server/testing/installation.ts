import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg, { type ClientConfig } from 'pg';
import { inject } from 'vitest';
import { type RunningApp, startApp } from './process.ts';

/** A database and a data folder whose product runs as a process that a test can kill and start again. */
export type Installation = {
  /** A connection to the database with the rights of its owner. */
  db: pg.Client;
  /** Starts an instance of the product. */
  start(settings?: Record<string, string>): Promise<RunningApp>;
  /** Kills the instances that still run, and removes the database and the folder. */
  remove(): Promise<void>;
};

export const OFFICE = { email: 'office@example.com', password: 'lights-on-at-seven' };

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ ...(inject('postgresOwner') as ClientConfig), database: 'postgres' });
  await client.connect();
  // A copy of a database takes as long as the disk is busy.
  await client.query('set statement_timeout = 0');
  await client.query(statement).finally(() => client.end());
}

const isAlive = ({ process: { exitCode, signalCode } }: RunningApp) => exitCode === null && signalCode === null;

/** Makes an installation on the PostgreSQL of this run. */
export async function anInstallation(): Promise<Installation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-installation-'));
  const database = `installation_${randomBytes(6).toString('hex')}`;
  await asOwner(`create database ${database} template ${inject('postgres').database}`);
  const db = new pg.Client({ ...(inject('postgresOwner') as ClientConfig), database });
  await db.connect();
  const addressOf = ({ host, port, user, password }: ClientConfig) =>
    `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(String(host))}`;
  const apps: RunningApp[] = [];
  return {
    db,
    async start(settings = {}) {
      const app = await startApp({
        DATA_DIR: folder,
        DATABASE_URL: addressOf(inject('postgres')),
        DATABASE_OWNER_URL: addressOf(inject('postgresOwner') as ClientConfig),
        RATE_LIMITS: 'off',
        ADMIN_EMAIL: OFFICE.email,
        ADMIN_PASSWORD: OFFICE.password,
        ...settings,
      });
      apps.push(app);
      return app;
    },
    async remove() {
      await Promise.all(apps.filter(isAlive).map((app) => app.kill()));
      await db.end();
      await asOwner(`drop database ${database} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
