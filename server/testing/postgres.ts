import { rm } from 'node:fs/promises';
import pg, { type PoolConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { grantToApp } from '../db/grants.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/pool.ts';
import { buildSearchIndexes } from '../db/search/search-indexes.ts';
import { timeLimitsOf } from '../db/time-limits.ts';
import { patienceOf } from '../lib/patience.ts';
import { newFastFolder } from './fast-folder.ts';
import { TEST_PATIENCE_SECONDS } from './programs/process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the PostgreSQL of this run; its own database is a migrated template, never written to. */
    postgres: PoolConfig & { database: string };
    /** The same PostgreSQL with the role that owns the tables and may create databases. Its statements have no time-out. */
    postgresOwner: PoolConfig;
  }
}

/** An app opens up to 25 connections, a test file has up to four apps, and three files run at the same time. */
const CONNECTIONS = 300;

/** Lets commits of this role not wait for the disk: the run deletes the folder, and durability tests use their own server. */
async function skipWaitingForDisk(connection: PoolConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('alter role current_user set synchronous_commit = off');
  await client.end();
}

/** One real PostgreSQL for the whole run, in a folder of its own, with a migrated template that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await newFastFolder('switchboard-test-');
  const embedded = await startEmbedded({ dataDir: folder, log: () => undefined, connections: CONNECTIONS });
  for (const role of [embedded.owner, embedded.connection]) await skipWaitingForDisk(role);
  const template = openDatabase(embedded.owner, () => undefined);
  await migrate(template);
  await buildSearchIndexes(template, () => undefined);
  await grantToApp(template, embedded.connection.user);
  await template.destroy();
  project.provide('postgres', { ...embedded.connection, ...timeLimitsOf(patienceOf(TEST_PATIENCE_SECONDS)) });
  // Making and dropping a database takes as long as the disk is busy.
  project.provide('postgresOwner', { ...embedded.owner, statement_timeout: 0 });
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
