import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { grantToApp } from '../db/grants.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { openDatabase, type WritableDatabase } from '../db/pool.ts';
import { verifyTrail } from '../features/audit/verify/verify.service.ts';
import { createLocalFileStore } from '../lib/file-store.ts';
import { createDatabase, dropDatabase } from '../testing/databases.ts';
import { aHeldRequest, aRequest, picture } from '../testing/factories.ts';
import { newFastFolder } from '../testing/fast-folder.ts';
import { refusedUpdate } from '../testing/field-work.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { type BackupOptions, backUp } from './backup.ts';
import { restore } from './restore.ts';

const PASSPHRASE = 'nine poles and one lamp';

let test: TestApp;
let place: string;
let photo: Buffer;
/** Back-ups of the test's installation. A test that changes one takes a copy. */
const backups = { plain: '', encrypted: '' };
/** A database that stays empty. */
let untouched: string;
const databases: string[] = [];
beforeAll(async () => {
  place = await newFastFolder('switchboard-backups-');
  test = await testApp();
  photo = await picture('jpeg', 320);
  for (let n = 0; n < 3; n += 1) await aRequest(test, {}, [{ name: 'pole.jpg', bytes: photo }]);
  await aHeldRequest(test, {}, [{ name: 'pole.jpg', bytes: photo }]);
  await refusedUpdate(test, [{ name: 'pole.jpg', bytes: photo }]);
  Object.assign(backups, { plain: await aBackup(), encrypted: await aBackup({ passphrase: PASSPHRASE }) });
  untouched = await newDatabase();
});
afterAll(async () => {
  await test.close();
  for (const name of databases) await dropDatabase(name);
  await rm(place, { recursive: true, force: true });
});

const newFolder = (name: string) => mkdtemp(path.join(place, `${name}-`));
async function newDatabase(): Promise<string> {
  const name = await createDatabase();
  databases.push(name);
  return name;
}
const step = () => undefined;

async function aCopy(from: string): Promise<string> {
  const copy = await newFolder('copy');
  await cp(from, copy, { recursive: true });
  return copy;
}

/** Backs up the test's installation. `change` says what is special. */
async function made(change: Partial<BackupOptions> = {}) {
  const { connection, shared, deps } = test;
  const usual = { dataDir: shared.folder, files: deps.files, connection, auditKey: undefined, passphrase: undefined };
  return backUp({ ...usual, into: change.into ?? (await newFolder('to')), step, ...change });
}
const aBackup = async (change?: Partial<BackupOptions>) => (await made(change)).folder;

/** Restores into a new data folder and a new database. `target` changes what it is restored into. */
async function restored(
  from: string,
  target: { passphrase?: string; dataDir?: string; database?: string; step?: (line: string) => void } = {},
) {
  const dataDir = target.dataDir ?? path.join(await newFolder('restored'), 'data');
  const database = target.database ?? (await newDatabase());
  const owner = { ...inject('postgresOwner'), database };
  const connection = { ...inject('postgres'), database };
  const openAll = async () => ({ connection, owner, stop: async () => undefined });
  await restore({
    from,
    dataDir,
    openFiles: () => createLocalFileStore(path.join(dataDir, 'files')),
    named: owner,
    openDatabase: openAll,
    auditKey: undefined,
    passphrase: target.passphrase,
    step: target.step ?? step,
  });
  return { dataDir, database, owner, connection };
}

async function using<T>(connection: object, work: (db: WritableDatabase) => Promise<T>): Promise<T> {
  const db = openDatabase(connection, () => undefined);
  return work(db).finally(() => db.destroy());
}

/** The number of rows of every table, and what protects the tables. */
const described = (connection: object) =>
  using(connection, async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'pgboss') order by 1`.execute(
      db,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(name)}`.execute(db);
      counts[name] = rows[0]?.n ?? -1;
    }
    const { rows: triggers } = await sql`
      select tgrelid::regclass::text as of, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`.execute(
      db,
    );
    const { rows: rights } = await sql`
      select oid::regclass::text as name, relacl::text from pg_class where relnamespace = 'public'::regnamespace
      order by 1`.execute(db);
    const { rows: sequences } = await sql`select sequencename, last_value from pg_sequences order by 1`.execute(db);
    return { counts, triggers, rights, sequences };
  });

const ownerOf = (database: string) => ({ ...inject('postgresOwner'), database });
/** What is left of a refused restore: no file, and no table. */
async function expectUntouched(
  work: (target: { dataDir: string; database: string }) => Promise<unknown>,
  refusal: RegExp,
) {
  const target = { dataDir: await newFolder('untouched'), database: untouched };
  await expect(work(target)).rejects.toThrow(refusal);
  expect(await readdir(target.dataDir)).toEqual([]);
  expect((await described(ownerOf(target.database))).counts).toEqual({});
}

/** Replaces a text in the manifest, with the right hash, as somebody with an editor may do. */
async function editManifest(from: string, change: (text: string) => string): Promise<void> {
  const file = path.join(from, 'manifest.json');
  const text = change(await readFile(file, 'utf8'));
  await writeFile(file, text);
  await writeFile(
    path.join(from, 'manifest.sha256'),
    `${createHash('sha256').update(text).digest('hex')}  manifest.json\n`,
  );
}

async function changeByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

const allFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

it.each([
  ['in plain text', undefined],
  ['encrypted', PASSPHRASE],
] as const)(
  'a back-up %s fills an empty database of somebody else: rows, sequences, guards and rights are the same, and the trail holds',
  async (_, passphrase) => {
    const from = passphrase ? backups.encrypted : backups.plain;
    const target = await restored(from, { ...(passphrase && { passphrase }) });
    expect(await described(target.owner)).toEqual(await described(ownerOf(test.shared.database)));
    const stored = async (folder: string) =>
      (await readdir(path.join(folder, 'files'))).filter((name) => name !== 'incoming').sort();
    const names = await stored(target.dataDir);
    expect(names).toEqual(await stored(test.shared.folder));
    expect(names).toHaveLength(10);
    for (const name of names) {
      const [was, is] = [test.shared.folder, target.dataDir].map((folder) =>
        readFile(path.join(folder, 'files', name)),
      );
      expect(await is).toEqual(await was);
    }
    const { auditKey, checkpoints } = test.deps;
    const verdict = await using(target.connection, (db) =>
      verifyTrail({ db, auditKey, checkpoints, checkpointCopy: null, checkpointBucket: null, now: () => new Date() }),
    );
    expect(verdict.broken).toBeNull();
  },
);

it('an encrypted back-up shows nothing, and opens with its own passphrase only', async () => {
  const from = backups.encrypted;
  for (const file of await allFiles(from)) {
    const bytes = await readFile(file);
    for (const secret of ['Dana Whitfield', test.deps.auditKey.toString('hex'), 'public.requests', PASSPHRASE]) {
      expect(bytes.includes(secret), file).toBe(false);
    }
  }
  await expectUntouched((target) => restored(from, target), /The back-up is encrypted\. Set BACKUP_PASSPHRASE\./);
  const wrong = (target: object) => restored(from, { ...target, passphrase: 'another passphrase' });
  await expectUntouched(wrong, /BACKUP_PASSPHRASE does not open the back-up/);
  const tooMuch = (target: object) => restored(backups.plain, { ...target, passphrase: PASSPHRASE });
  await expectUntouched(tooMuch, /is not encrypted, but BACKUP_PASSPHRASE is set/);
});

it('a back-up in which a byte was changed, or from which a file is missing, is not restored', async () => {
  const [stored = ''] = (await readdir(path.join(test.shared.folder, 'files'))).filter((name) => name !== 'incoming');
  const names = [
    'manifest.json',
    'manifest.sha256',
    'files.sha256',
    'tables/public.requests.copy.zst',
    'data/audit.key',
    `data/files/${stored}`,
  ];
  for (const name of names) {
    const from = await aCopy(backups.plain);
    await changeByte(path.join(from, name));
    await expectUntouched((target) => restored(from, target), /was changed since the backup was written/);
    await rm(path.join(from, name));
    await expectUntouched(
      (target) => restored(from, target),
      /is missing in the back-up|is no back-up: it has no manifest/,
    );
  }
});

it('a back-up of a newer product is not restored, and one of an older product is brought up to date', async () => {
  const newer = await aCopy(backups.plain);
  await editManifest(newer, (text) => text.replace('"0001_initial"', '"9999_next"'));
  await expectUntouched(
    (target) => restored(newer, target),
    /of a newer Switchboard: this version has no migration 9999_next/,
  );
  const later = await aCopy(backups.plain);
  await editManifest(later, (text) => text.replace('"format": 1', '"format": 2'));
  await expectUntouched((target) => restored(later, target), /written by a newer Switchboard/);

  const names = (await readMigrations()).map(({ name }) => name);
  const [database, last] = [await newDatabase(), names.at(-1)];
  await using(ownerOf(database), async (db) => {
    await migrate(db, { only: new Set(names.slice(0, -1)) });
    await grantToApp(db, String(inject('postgres').user));
  });
  const into = await newFolder('older');
  const connection = { ...inject('postgres'), database };
  const from = await aBackup({ dataDir: await newFolder('none'), connection, into });
  const { rows } = await using((await restored(from)).owner, (db) =>
    sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(db),
  );
  expect(rows[0]?.name).toBe(last);
});

it('a list with a key that only a newer product knows is restored', async () => {
  const newer = await aCopy(backups.plain);
  await editManifest(newer, (text) => text.replace('"format": 1', '"format": 1, "note": { "by": "the next release" }'));
  await using((await restored(newer)).owner, async () => undefined);
});

it('only an empty installation is filled', async () => {
  const from = backups.plain;
  const dataDir = await newFolder('used');
  await writeFile(path.join(dataDir, 'kept'), 'mine');
  await expect(restored(from, { dataDir })).rejects.toThrow(/The data folder .* is not empty/);
  expect(await readdir(dataDir)).toEqual(['kept']);
  const cutOff = await newFolder('cut-off');
  await writeFile(path.join(cutOff, 'restore.unfinished'), '');
  await expect(restored(from, { dataDir: cutOff })).rejects.toThrow(/A restore into .* was cut off/);
  const fresh = await newFolder('fresh');
  const used = restored(from, { dataDir: fresh, database: test.shared.database });
  await expect(used).rejects.toThrow(/has tables already/);
  expect(await readdir(fresh)).toEqual([]);
});

it('what somebody puts into the data folder while the back-up is checked stays', async () => {
  const dataDir = await newFolder('raced');
  const start = () => writeFileSync(path.join(dataDir, 'installation.id'), 'of a new one');
  const raced = restored(backups.plain, { dataDir, database: untouched, step: start });
  await expect(raced).rejects.toThrow(/The data folder .* is not empty/);
  expect(await readdir(dataDir)).toEqual(['installation.id']);
  expect((await described(ownerOf(untouched))).counts).toEqual({});
});

it('a back-up sealed with an AUDIT_KEY asks for the same one', async () => {
  const from = await aBackup({ auditKey: randomBytes(32) });
  await expectUntouched((target) => restored(from, target), /Set the same AUDIT_KEY/);
});

it('no back-up is left when a stored file is missing, and one that was known to be missing is told', async () => {
  const { id } = await test.deps.db.selectFrom('files').select('id').limit(1).executeTakeFirstOrThrow();
  const file = path.join(test.shared.folder, 'files', id);
  const bytes = await readFile(file);
  await rm(file);
  const into = await newFolder('to');
  const attempt = () => made({ into });
  await expect(attempt()).rejects.toThrow(`The stored file ${id} in ${path.dirname(file)} is missing or damaged.`);
  expect(await readdir(into)).toEqual([]);
  await test.deps.db.updateTable('files').set({ damaged_at: new Date() }).where('id', '=', id).execute();
  const { manifest } = await attempt();
  expect(manifest.files.damaged).toEqual([id]);
  await writeFile(file, bytes);
  await test.deps.db.updateTable('files').set({ damaged_at: null }).execute();
});

it('a folder that is not there, or takes no folder, is refused', async () => {
  await expect(aBackup({ into: path.join(place, 'nowhere') })).rejects.toThrow(/There is no folder .*nowhere/);
  await expect(aBackup({ into: '/proc' })).rejects.toThrow(/No folder can be made in \/proc/);
});
