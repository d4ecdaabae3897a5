import { rm } from 'node:fs/promises';
import pg, { type ClientConfig } from 'pg';
import { inject } from 'vitest';
import { createDatabase, databaseSettings, dropDatabase } from '../databases.ts';
import { newFastFolder } from '../fast-folder.ts';
import { type RunningApp, startApp } from './process.ts';

/** A database and a data folder whose product runs as a process that a test can kill and start again. */
export type Installation = {
  /** A connection to the database with the rights of its owner. */
  db: pg.Client;
  /**
   * Starts an instance of the product.
   * @param main the program; the server's source when left out
   */
  start(settings?: Record<string, string>, main?: string): Promise<RunningApp>;
  /** Kills the instances that still run, and removes the database and the folder. */
  remove(): Promise<void>;
};

export const OFFICE = { email: 'office@example.com', password: 'lights-on-at-seven' };

const isAlive = ({ process: { exitCode, signalCode } }: RunningApp) => exitCode === null && signalCode === null;

/** Makes an installation on the PostgreSQL of this run. */
export async function anInstallation(): Promise<Installation> {
  const folder = await newFastFolder('switchboard-installation-');
  const database = await createDatabase(inject('postgres').database);
  const db = new pg.Client({ ...(inject('postgresOwner') as ClientConfig), database });
  await db.connect();
  const apps: RunningApp[] = [];
  return {
    db,
    async start(settings = {}, main) {
      const env = {
        DATA_DIR: folder,
        ...databaseSettings(database),
        RATE_LIMITS: 'off',
        ADMIN_EMAIL: OFFICE.email,
        ADMIN_PASSWORD: OFFICE.password,
        ...settings,
      };
      const app = await startApp(env, main);
      apps.push(app);
      return app;
    },
    async remove() {
      await Promise.all(apps.filter(isAlive).map((app) => app.kill()));
      await db.end();
      await dropDatabase(database);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
