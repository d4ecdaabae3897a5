import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { checkBackup } from '../backup/check.ts';
import type { Manifest } from '../backup/manifest.ts';
import { plain } from '../backup/stored.ts';
import { beginDue, runBackup } from '../features/backups/backups.run.service.ts';
import { createS3FileStore } from '../lib/s3-file-store.ts';
import { createScanner } from '../scanner.ts';
import { aClock } from '../testing/clock.ts';
import { newFastFolder } from '../testing/fast-folder.ts';
import { testApp } from '../testing/test-app.ts';

/** What is beside the product may send without an end, or nothing that it should. Each is read up to a bound, and no further. */

let folder: string;
beforeAll(async () => {
  folder = await newFastFolder('switchboard-neighbors-');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const PIECE = Buffer.alloc(64 * 1024, 'x');
/** Sends without an end, until the other side hangs up. */
const flood = (to: Writable) => pipeline(Readable.from(endless()), to).catch(() => undefined);
function* endless() {
  for (;;) yield PIECE;
}

it('an endless answer of the virus scanner is an error', async () => {
  const port = await portOf(createServer((socket) => void flood(socket)));
  const scanner = createScanner({ host: '127.0.0.1', port }, { scanMs: 120_000, versionMs: 120_000 });
  await expect(scanner.version()).rejects.toThrow('more than 4096 bytes came');
  const file = path.join(folder, 'upload');
  await writeFile(file, 'a photo');
  await expect(scanner.virusIn(file)).rejects.toThrow('more than 4096 bytes came');
});

/** A store of files over a service that answers like this. */
async function aStore(answer: (response: ServerResponse) => void, silenceMs = 60_000) {
  const service = createHttpServer((_request, response) => answer(response));
  const endpoint = `http://127.0.0.1:${await portOf(service)}`;
  onTestFinished(() => service.closeAllConnections());
  const rest = { region: 'us-east-1', name: 'photos', accessKeyId: 'a', secretAccessKey: 'b', prefix: '' };
  const drafts = await mkdtemp(path.join(folder, 'drafts-'));
  return { drafts, store: await createS3FileStore(drafts, { endpoint, ...rest }, { silenceMs }) };
}
const away = { code: 'unavailable' };

it('an object without an end is not stored, and not hashed to its end', async () => {
  const { store, drafts } = await aStore((response) => void flood(response));
  await expect(store.read('photo')).rejects.toMatchObject(away);
  await expect(store.digest('photo')).rejects.toMatchObject(away);
  expect(await readdir(path.join(drafts, 'incoming'))).toEqual([]);
});

it('an object that comes drop by drop is given up', async () => {
  const { store } = await aStore((response) => {
    const drops = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(drops));
  }, 200);
  await expect(store.read('photo')).rejects.toMatchObject(away);
});

const take = async (keys: AsyncIterable<unknown>) => {
  for await (const _ of keys);
};
it('a listing without an end is an error, and so is one that goes round', async () => {
  const endlessly = await aStore((response) => void flood(response));
  await expect(take(endlessly.store.list())).rejects.toMatchObject(away);
  const page =
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>';
  const round = await aStore((response) => response.end(`<?xml version="1.0"?>${page}`));
  await expect(take(round.store.list())).rejects.toMatchObject(away);
});

it('what is no backup in the folder of the backups stops none, whatever it is', async () => {
  const clock = aClock('2026-03-02T17:00:00Z');
  const shelf = path.join(folder, 'shelf');
  const place = (day: number, name: string) => path.join(shelf, `2020-01-0${day}T00-00-00Z`, name);
  for (let day = 1; day <= 7; day += 1) await mkdir(place(day, ''), { recursive: true });
  execFileSync('mkfifo', [place(1, 'key.age'), place(2, 'manifest.sha256'), path.join(shelf, '2020-01-08T00-00-00Z')]);
  await symlink('/dev/zero', place(3, 'key.age'));
  await symlink('/dev/zero', place(4, 'manifest.sha256'));
  await writeFile(place(5, 'manifest.sha256'), 'a hash');
  await writeFile(place(5, 'manifest.json'), '');
  await truncate(place(5, 'manifest.json'), 2 ** 40);
  await writeFile(place(6, 'key.age'), '');
  await truncate(place(6, 'key.age'), 2 ** 40);
  await mkdir(place(7, 'manifest.sha256'));
  const test = await testApp({ now: clock.now }, { BACKUP_DIR: shelf });
  try {
    const enabled = { enabled: true, enabled_since: clock.now(), keep_daily: 1, keep_weekly: 0, keep_monthly: 0 };
    await test.deps.db.updateTable('backup_settings').set(enabled).execute();
    for (const night of ['2026-03-03T07:30:00Z', '2026-03-04T07:30:00Z']) {
      clock.set(night);
      await beginDue(test.deps);
      await runBackup(test.deps, new AbortController().signal);
    }
    const runs = await test.deps.db.selectFrom('backup_runs').select(['outcome', 'removed_at']).orderBy('id').execute();
    expect(runs).toEqual([
      { outcome: 'made', removed_at: clock.now() },
      { outcome: 'made', removed_at: null },
    ]);
    expect((await readdir(shelf)).filter((name) => name.startsWith('2020'))).toHaveLength(8);
  } finally {
    await test.close();
  }
});

it.each([
  ['one row without an end', Buffer.alloc(100 * 2 ** 20)],
  ['more rows than were written', Buffer.alloc(2 ** 20, '\n')],
])('a table of a backup that unpacks to %s is refused', async (_, unpacked) => {
  const from = await mkdtemp(path.join(folder, 'bomb-'));
  await mkdir(path.join(from, 'tables'));
  const packed = zstdCompressSync(unpacked);
  await writeFile(path.join(from, 'tables', 'public.requests.copy.zst'), packed);
  const table = { name: 'public.requests', columns: ['id'], rows: 1, fingerprint: '0'.repeat(32) };
  const stored = { bytes: packed.length, sha256: createHash('sha256').update(packed).digest('hex') };
  const manifest = { tables: [{ ...table, ...stored }] } as Manifest;
  await expect(checkBackup(from, manifest, plain, () => undefined)).rejects.toThrow('more in it than was written');
});
