import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { createLocalFileStore, type FileStore } from '#server/lib/file-store.ts';
import { signPath } from '#server/lib/tokens.ts';
import { pdf } from '#server/testing/bytes.ts';
import {
  anAssignedRequest,
  aRequest,
  as,
  type Person,
  picture,
  signature,
  submission,
} from '#server/testing/factories.ts';
import { fetchFile, storedKeys, type TestApp, testApp } from '#server/testing/test-app.ts';
import { listOf } from './files.gallery.service.ts';

let late = 0;
const minutes = (count: number) => count * 60_000;

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp({ now: () => new Date(Date.now() + late) });
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

async function aStoredFile(name = 'lot.png', bytes?: Buffer) {
  const { id } = await aRequest(test, {}, [{ name, bytes: bytes ?? (await picture()) }]);
  const { request } = await admin.call(api.requests.get, { params: { id: String(id) } });
  const [file] = request.files;
  if (!file) throw new Error('the file was not stored');
  return { ...file, request: id };
}
const expectRefused = async (signedPath: string) => {
  const { status, bytes } = await fetchFile(test, signedPath);
  expect([signedPath, status]).toEqual([signedPath, 403]);
  expect(JSON.parse(bytes.toString())).toMatchObject({ error: 'forbidden', request_id: expect.any(String) });
};

describe('a signed path', () => {
  it('opens the file without a header, in both sizes, any number of times', async () => {
    const file = await aStoredFile();
    for (const signed of [file.file_path, file.thumbnail_path ?? '', file.file_path]) {
      expect((await fetchFile(test, signed)).status).toBe(200);
    }
    expect(file.file_path.startsWith('/api/files/')).toBe(true);
  });

  it('is valid for less than ten minutes', async () => {
    const file = await aStoredFile();
    const expires = Number(new URL(file.file_path, 'http://x').searchParams.get('exp'));
    const left = expires - test.deps.now().getTime();
    expect(left).toBeLessThanOrEqual(minutes(9.5));
    expect(left).toBeGreaterThan(minutes(8));
    late = minutes(8);
    expect((await fetchFile(test, file.file_path)).status).toBe(200);
    late = minutes(10) + 1;
    await expectRefused(file.file_path);
    await expectRefused(file.thumbnail_path ?? '');
    late = 0;
  });

  it('is the same for every read of a minute', async () => {
    const file = await aStoredFile();
    const read = async (at: number) =>
      (await listOf({ ...test.deps, now: () => new Date(at) }, file.request)).files[0]?.file_path;
    // A link ends at a full minute, eight and a half minutes later at least.
    const begun = Math.ceil(Date.now() / minutes(1)) * minutes(1) + minutes(0.5);
    const early = await read(begun + 1);
    expect(await read(begun + minutes(0.5))).toBe(early);
    expect(await read(begun + minutes(1.5))).not.toBe(early);
  });

  it('with a valid signature for more than ten minutes is refused', async () => {
    const { id } = await aStoredFile();
    const signedFor = (life: number) => {
      const expires = test.deps.now().getTime() + life;
      return `/api/files/${id}?${signPath(test.deps.fileKey, id, expires)}`;
    };
    expect((await fetchFile(test, signedFor(minutes(9)))).status).toBe(200);
    for (const life of [minutes(11), minutes(60 * 24 * 365 * 28)]) await expectRefused(signedFor(life));
  });

  it('cannot be made from the whole database, because no table has the key', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' order by 1`.execute(test.deps.db);
    // These columns hold hashes, salts and seals, none of them a key.
    expect(rows.map(({ name }) => name)).toEqual([
      'account_links.token_hash',
      'api_keys.secret_hash',
      'audit_events.birth_mac',
      'audit_events.salt',
      'audit_seals.content_mac',
      'audit_seals.hash',
      'audit_seals.time_mac',
      'ended_sessions.proof',
      'files.sha256',
      'idempotency_keys.content_hash',
      'known_networks.network',
      'migration_checksums.sha256',
      'sessions.token_hash',
      'setup_tokens.token_hash',
    ]);
  });

  it('is refused when any character of it is changed', async () => {
    const { file_path } = await aStoredFile();
    const start = '/api/files/'.length;
    const altered = [...file_path].flatMap((character, at) => {
      if (at < start || '?&=-'.includes(character) || /^(exp|sig)$/.test(file_path.slice(at - 1, at + 2))) return [];
      const others =
        at === file_path.length - 1 ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_' : '0a1A';
      return [...others]
        .filter((other) => other !== character)
        .map((other) => file_path.slice(0, at) + other + file_path.slice(at + 1));
    });
    expect(altered.length).toBeGreaterThan(300);
    for (const signed of altered) await expectRefused(signed);
  });

  it('is refused for another file, another size or a later time', async () => {
    const [one, two] = [await aStoredFile(), await aStoredFile()];
    const query = one.file_path.split('?')[1] ?? '';
    const later = query.replace(/exp=(\d+)/, (_, exp: string) => `exp=${Number(exp) + minutes(60)}`);
    for (const forged of [
      `/api/files/${two.id}?${query}`,
      `${one.file_path}&size=thumbnail`,
      (one.thumbnail_path ?? '').replace('&size=thumbnail', ''),
      `/api/files/${one.id}?${later}`,
      `/api/files/${one.id.toUpperCase()}?${query}`,
      `/api/files/${one.id}`,
      `/api/files/${one.id}?exp=9999999999999&sig=`,
      `/api/files/${one.id}?${query}&size=full`,
      `/api/files/${one.id}?${query}&sig=${'A'.repeat(43)}`,
      `/api/files/..%2f..%2fetc%2fpasswd?${query}`,
      `/api/files/${one.id}.thumbnail?${query}`,
    ]) {
      await expectRefused(forged);
    }
  });

  it('is given only with a request that its reader may read', async () => {
    const [mine, other] = [await as(test, 'technician'), await as(test, 'technician')];
    const request = await anAssignedRequest(test, admin, mine);
    const params = { id: String(request.id) };
    await mine.call(api.requests.updateWithFiles, {
      params,
      body: { status: 'in_progress' },
      files: [{ name: 'a.png', bytes: await picture() }],
    });
    expect((await mine.call(api.requests.get, { params })).request.files).toHaveLength(1);
    expect((await other.attempt(api.requests.get, { params })).text).not.toContain('/api/files/');
    expect(
      (await test.caller().attempt(api.requests.track, { params: { id: request.external_id } })).text,
    ).not.toContain('/api/files/');
  });

  it('of a missing file is 404', async () => {
    const file = await aStoredFile();
    await test.deps.files.discard(file.id, '2026-11-21');
    expect((await fetchFile(test, file.file_path)).status).toBe(404);
  });
});

describe('a served file', () => {
  it('of any type is isolated in the browser', async () => {
    const picked = [
      await aStoredFile(),
      await aStoredFile('list.csv', Buffer.from('a,b\n<script>x</script>\n')),
      await aStoredFile('plan.pdf', pdf()),
    ];
    const paths = picked.flatMap(({ file_path, thumbnail_path }) => [file_path, thumbnail_path ?? file_path]);
    for (const signed of paths) {
      const { headers } = await fetchFile(test, signed);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
      expect(headers['content-security-policy']).not.toMatch(/allow-|script-src/);
      expect(headers['cache-control']).toMatch(/^private/);
      const image = String(headers['content-type']).startsWith('image/');
      expect(headers['content-disposition']).toMatch(image ? /^inline; / : /^attachment; /);
    }
  });

  it('answers no HEAD', async () => {
    const file = await aStoredFile();
    expect((await test.app.inject({ method: 'HEAD', url: file.file_path })).statusCode).toBe(404);
  });
});

describe('a store that is full', () => {
  const noSpace = (code: string) => () =>
    Promise.reject(Object.assign(new Error(`${code}: no space left on device, write '/data/files/x'`), { code }));

  it.each(['ENOSPC', 'EDQUOT'])('(%s) is 507 and leaves no row, while everything else works', async (code) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-full-'));
    const store = await createLocalFileStore(folder);
    const full = await testApp({ files: { ...store, keep: noSpace(code) } });
    try {
      const boss = await as(full, 'admin');
      const technician = await as(full, 'technician');
      const request = await anAssignedRequest(full, boss, technician);
      const params = { id: String(request.id) };
      const files = [{ name: 'a.png', bytes: await picture() }];
      for (const answer of [
        await full
          .caller()
          .attempt(api.requests.create, { body: { ...submission(), customerEmail: 'new@x.example' }, files }),
        await technician.attempt(api.requests.updateWithFiles, {
          params,
          body: { status: 'in_progress', notes: 'x' },
          files,
        }),
        await technician.attempt(api.requests.updateWithFiles, {
          params,
          body: { status: 'completed', rating: 5, signature: await signature() },
        }),
      ]) {
        expect(answer.status).toBe(507);
        expect(answer.body).toMatchObject({
          error: 'insufficient_storage',
          message: 'There is no room for more files right now',
        });
        expect(answer.text).not.toMatch(/ENOSPC|EDQUOT|data\/files/);
      }
      expect((await boss.call(api.requests.list, {})).total).toBe(1);
      expect((await boss.call(api.requests.get, { params })).request).toMatchObject({
        status: 'assigned',
        notes: '',
        files: [],
      });
      expect(
        await full.deps.db.selectFrom('customers').select('id').where('email', '=', 'new@x.example').execute(),
      ).toEqual([]);
      expect((await full.caller().attempt(api.requests.create, { body: submission() })).status).toBe(201);
    } finally {
      await full.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('at the second file removes the first one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-full-'));
    const store = await createLocalFileStore(folder);
    let kept = 0;
    const keep: FileStore['keep'] = (key, file) => {
      kept += 1;
      return kept > 1 ? noSpace('ENOSPC')() : store.keep(key, file);
    };
    const full = await testApp({ files: { ...store, keep } });
    try {
      const files = ['a.csv', 'b.csv'].map((name) => ({ name, bytes: Buffer.from('a,b\n') }));
      expect((await full.caller().attempt(api.requests.create, { body: submission(), files })).status).toBe(507);
      expect(await storedKeys(full)).toEqual([]);
      expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
      expect(await full.deps.db.selectFrom('files').select('id').execute()).toEqual([]);
    } finally {
      await full.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
