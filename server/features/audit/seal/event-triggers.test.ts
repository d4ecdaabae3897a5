import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { accountFor } from '#server/db/embedded/account.ts';
import { findBinaries } from '#server/db/embedded/binaries.ts';
import { clusterOf, runAlone } from '#server/db/embedded/create.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { openDatabase } from '#server/db/pool.ts';
import { newFastFolder } from '#server/testing/fast-folder.ts';
import { listGuards } from './guards.repo.ts';

// Only a superuser makes an event trigger, and none can log in. One who owns the machine can run SQL while no server runs.
it('An event trigger and its function are guards, and to alter one changes its guard', async () => {
  const dataDir = await newFastFolder('switchboard-event-trigger-');
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const cluster = clusterOf(path.join(dataDir, 'postgres'));
  const asSuperuser = async (...statements: string[]) =>
    runAlone(cluster, await findBinaries(), await accountFor(cluster))('switchboard', statements);
  const guards = async () => {
    const server = await startEmbedded({ dataDir, log: () => undefined });
    const db = openDatabase(server.connection, () => undefined);
    try {
      return new Map((await listGuards(db)).map(({ name, digest }) => [name, digest]));
    } finally {
      await db.destroy();
      await server.stop();
    }
  };

  const hushed = ['event trigger hush', 'function hush()'];
  const none = await guards();
  for (const name of hushed) expect([...none.keys()]).not.toContain(name);
  await asSuperuser(
    "create function hush() returns event_trigger language plpgsql as 'begin end'",
    'create event trigger hush on ddl_command_end execute function hush()',
  );
  const made = await guards();
  await asSuperuser(
    'alter event trigger hush disable',
    "create or replace function hush() returns event_trigger language plpgsql as 'begin perform 1; end'",
  );
  const altered = await guards();
  for (const name of hushed) {
    expect([...made.keys()]).toContain(name);
    expect([...altered.keys()]).toContain(name);
    expect(altered.get(name)).not.toBe(made.get(name));
  }
});
