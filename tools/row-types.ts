import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/pool.ts';

/** Makes server/db/database.ts from a newly migrated database; `--verify` only checks whether it is up to date. */
const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-types-'));
const embedded = await startEmbedded({ dataDir: folder, log: () => undefined });
const db = openDatabase(embedded.owner, () => undefined);
await migrate(db);
await db.destroy();

const { host, user, password, database } = embedded.owner;
const address = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}/${database}`;
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/kysely-codegen'),
  [
    ...['--dialect', 'postgres', '--url', address, '--exclude-pattern', '{kysely_*,pgboss.*}'],
    ...['--out-file', path.join(root, 'server/db/database.ts')],
    ...process.argv.filter((word) => word === '--verify'),
  ],
  { stdio: 'inherit' },
);
await embedded.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
