import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { createLocalFileStore } from '#server/lib/file-store.ts';
import { anAssignedRequest, as, picture, signature, submission } from '#server/testing/factories.ts';
import { storedKeys, testApp } from '#server/testing/test-app.ts';

const MEGABYTE = 1024 * 1024;
const sheet = (bytes: number) => ({ name: 'a.csv', bytes: Buffer.alloc(bytes, 'a,b\n') });

describe('a disk with less room than the required minimum', () => {
  it('refuses files, while everything else works, and accepts them again when there is room', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-floor-'));
    let free = 1023 * MEGABYTE;
    const files = await createLocalFileStore(folder, { minFreeBytes: 1024 * MEGABYTE, freeBytes: async () => free });
    const test = await testApp({ files });
    try {
      const [admin, technician] = [await as(test, 'admin'), await as(test, 'technician')];
      const { id } = await anAssignedRequest(test, admin, technician);
      const params = { id: String(id) };
      const submit = (sent?: ReturnType<typeof sheet>[]) =>
        test.caller().attempt(api.requests.create, { body: submission(), ...(sent ? { files: sent } : {}) });
      const photos = [{ name: 'a.png', bytes: await picture() }];
      for (const refused of [
        await submit([sheet(10)]),
        await technician.attempt(api.requests.updateWithFiles, {
          params,
          body: { status: 'in_progress' },
          files: photos,
        }),
      ]) {
        expect(refused).toMatchObject({ status: 507, body: { error: 'insufficient_storage' } });
      }
      expect(await storedKeys(test)).toEqual([]);
      expect((await submit()).status).toBe(201);
      expect((await submit([])).status).toBe(201);
      const message = { name: 'Cora', email: 'cora@caller.example', message: 'Do you repair signs?' };
      expect((await test.caller().attempt(api.contact.submit, { body: message })).status).toBe(201);
      const completed = { status: 'completed', rating: 5, signature: await signature() };
      expect((await technician.attempt(api.requests.updateWithFiles, { params, body: completed })).status).toBe(200);
      free = 1100 * MEGABYTE;
      expect((await submit([sheet(10)])).status).toBe(201);
    } finally {
      await test.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the bytes that visitors of one network may upload in a day', () => {
  it('are counted for all instances, without effect on text, other networks and staff', async () => {
    const env = { RATE_LIMITS: 'on', UPLOAD_QUOTA_MB: '2' };
    const a = await testApp({}, env);
    const b = await testApp({}, env, { join: a });
    try {
      const submit = (test: typeof a, ip: string, bytes?: number) =>
        test
          .caller(undefined, { ip })
          .attempt(api.requests.create, { body: submission(), ...(bytes ? { files: [sheet(bytes)] } : {}) });
      expect((await submit(a, '203.0.113.7', 1.2 * MEGABYTE)).status).toBe(201);
      const refused = await submit(b, '203.0.113.7', 1.2 * MEGABYTE);
      expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
      expect(refused.body.message).toMatch(/without files/);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
      expect((await submit(b, '203.0.113.7')).status).toBe(201);
      expect((await submit(b, '203.0.113.8', 1.2 * MEGABYTE)).status).toBe(201);
      const admin = await as(a, 'admin');
      const { id } = await a.deps.db.selectFrom('requests').select('id').executeTakeFirstOrThrow();
      const params = { id: String(id) };
      const files = Array.from({ length: 3 }, (_, n) => ({ name: `${n}.png`, bytes: Buffer.alloc(MEGABYTE) }));
      // The files exceed the rest of the visitors' quota. Staff are refused only because the files are no pictures.
      const staff = await admin.attempt(api.requests.updateWithFiles, {
        params,
        body: { status: 'in_progress' },
        files,
      });
      expect(staff.status).toBe(400);
    } finally {
      await b.close();
      await a.close();
    }
  });
});
