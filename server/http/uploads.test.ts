import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createLocalFileStore } from '#server/lib/file-store.ts';
import {
  anAssignedRequest,
  aRequest,
  as,
  type Person,
  picture,
  signature,
  submission,
} from '#server/testing/factories.ts';
import { fields, rawForm, send } from '#server/testing/raw-form.ts';
import { storedKeys, type TestApp, testApp } from '#server/testing/test-app.ts';
import { fieldLimits } from './form/form-limits.ts';

let test: TestApp;
let admin: Person;
let technician: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
  technician = await as(test, 'technician');
});
afterAll(() => test.close());

const incoming = (of = test) => readdir(path.join(of.deps.config.dataDir, 'files', 'incoming'));

const forms = Object.values(api)
  .flatMap((group) => Object.values<Endpoint>(group))
  .filter((endpoint) => endpoint.files !== undefined);
const textFields = forms.flatMap((endpoint) => {
  const limits = fieldLimits(endpoint.body);
  const shape = (endpoint.body as { shape?: object } | undefined)?.shape ?? {};
  return Object.keys(shape).map((field) => ({ endpoint, path: endpoint.path, field, most: limits.of(field) }));
});

describe('a text field of a form', () => {
  it('is in the list of fields, with its limit', () => {
    expect(textFields.length).toBeGreaterThan(12);
    expect(textFields.find(({ field }) => field === 'customerEmail')?.most).toBe(254);
    expect(textFields.find(({ field }) => field === 'description')?.most).toBe(5000);
  });

  it.each(textFields)('$path $field takes at most $most characters, and the refusal names the field', async (one) => {
    const request = await anAssignedRequest(test, admin, technician);
    const { access } = one.endpoint;
    const caller = Array.isArray(access) && !access.includes('technician') ? admin : technician;
    const attempt = (value: string) =>
      caller.attempt(one.endpoint, { params: { id: String(request.id) }, body: { [one.field]: value }, files: [] });
    for (const value of ['x'.repeat(one.most + 1), '💡'.repeat(one.most + 1), 'x'.repeat(500_000)]) {
      const answer = await attempt(value);
      expect(answer.status).toBe(400);
      expect(answer.body.details).toHaveLength(1);
      expect(answer.body.details?.[0]?.field).toBe(one.field);
      expect(answer.body.message).not.toBe('');
    }
  });

  it('with exactly the allowed length is accepted in any script', async () => {
    for (const description of ['x'.repeat(5000), '電'.repeat(5000), '💡'.repeat(5000)]) {
      const answer = await test.caller().attempt(api.requests.create, { body: submission({ description }), files: [] });
      expect(answer.status).toBe(201);
    }
  });
});

describe('a file that a call has written to the disk', () => {
  const sheet = { name: 'images', filename: 'a.csv', value: 'pole,lamp\n1,dark\n' };
  const photo = async () => ({ name: 'images', filename: 'a.png', value: await picture() });

  it.each([
    ['a refused field', async () => rawForm([sheet, ...fields(submission({ title: '' }))])],
    ['an unknown field', async () => rawForm([sheet, { name: 'role', value: 'admin' }, ...fields(submission())])],
    ['a field that is too long', async () => rawForm([sheet, { name: 'title', value: 'x'.repeat(200) }])],
    ['a file too many', async () => rawForm([sheet, sheet, sheet, sheet, ...fields(submission())])],
    ['a file too large', async () => rawForm([sheet, { ...sheet, value: Buffer.alloc(6_000_000, 'a,b\n') }])],
    ['a file in the wrong field', async () => rawForm([sheet, { ...sheet, name: 'other' }, ...fields(submission())])],
    [
      'a file of a forbidden type',
      async () => rawForm([await photo(), { ...sheet, filename: 'a.exe' }, ...fields(submission())]),
    ],
    [
      'a PNG that is no picture',
      async () => rawForm([await photo(), { ...sheet, filename: 'b.png' }, ...fields(submission())]),
    ],
    ['a body that breaks off', async () => rawForm([sheet, await photo(), ...fields(submission())], false)],
  ])('is removed after %s', async (_, body) => {
    const before = await storedKeys(test);
    expect((await send(test, api.requests.create, await body())).status).toBe(400);
    expect(await incoming()).toEqual([]);
    expect(await storedKeys(test)).toEqual(before);
  });

  it('is removed after an invalid signature beside valid photos', async () => {
    const request = await anAssignedRequest(test, admin, technician);
    const before = await storedKeys(test);
    const blank = await signature().then((url) => url.slice(0, 200).padEnd(204, 'A'));
    const answer = await technician.attempt(api.requests.updateWithFiles, {
      params: { id: String(request.id) },
      body: { status: 'completed', rating: 5, signature: blank },
      files: [{ name: 'a.png', bytes: await picture() }],
    });
    expect(answer.status).toBe(400);
    expect(await incoming()).toEqual([]);
    expect(await storedKeys(test)).toEqual(before);
  });

  it('leaves the folder of incoming files after a success', async () => {
    await aRequest(test, {}, [
      { name: 'a.png', bytes: await picture() },
      { name: 'a.csv', bytes: Buffer.from('a,b\n') },
    ]);
    expect(await incoming()).toEqual([]);
  });

  it('is removed after the client disconnects in the middle of a file', async () => {
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const body = rawForm([{ ...sheet, value: Buffer.alloc(1_000_000, 'a,b\n') }]);
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST /api/requests/create HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nContent-Type: multipart/form-data; boundary=raw-form-boundary\r\n\r\n`;
    socket.write(head);
    socket.write(body.subarray(0, 500_000));
    await expect.poll(() => incoming(), { interval: 10 }).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => incoming(), { interval: 10 }).toEqual([]);
  });

  it('and that a crash has left is removed at the next start', async () => {
    await writeFile(path.join(test.deps.config.dataDir, 'files', 'incoming', 'half'), 'left by a crash');
    expect(await test.deps.files.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0);
    expect(await test.deps.files.removeUnfinished(new Date(Date.now() + 1_000))).toBe(1);
    expect(await incoming()).toEqual([]);
  });
});

describe('a refusal while the client is still sending', () => {
  const large = { name: 'images', filename: 'a.csv', value: Buffer.alloc(4_900_000, 'a,b\n') };
  const rest = [large, large, ...fields(submission())];

  it.each([
    ['a file in the wrong field', 400, [{ ...large, name: 'other' }, ...rest]],
    ['a field that is too long', 400, [{ name: 'title', value: 'x'.repeat(200) }, ...rest]],
    ['a fourth file', 400, [large, large, ...rest]],
    ['an upload beyond the limit of all uploads', 503, rest],
  ])('reaches it: %s', async (_, status, parts) => {
    const { close, deps, app } = await testApp();
    try {
      const options = status === 503 ? { inFlightBytes: 1_000 } : {};
      deps.files = await createLocalFileStore(path.join(deps.config.dataDir, 'files'), options);
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      for (let n = 0; n < 3; n += 1) {
        const answer = await fetch(`${address}/api/requests/create`, {
          method: 'POST',
          headers: { 'content-type': 'multipart/form-data; boundary=raw-form-boundary' },
          body: rawForm(parts),
        });
        expect(answer.status).toBe(status);
        expect(await answer.json()).toMatchObject({ message: expect.any(String) });
      }
    } finally {
      await close();
    }
  });
});

describe('bytes beyond the limit of all uploads together', () => {
  it('are refused with 503 and Retry-After before they are read, until there is room again', async () => {
    const small = await testApp();
    try {
      small.deps.files = await createLocalFileStore(path.join(small.deps.config.dataDir, 'files'), {
        inFlightBytes: 1_000_000,
      });
      const files = (bytes: number) => [{ name: 'a.csv', bytes: Buffer.alloc(bytes, 'a,b\n') }];
      const submit = (bytes: number) =>
        small.caller().attempt(api.requests.create, { body: submission(), files: files(bytes) });
      const refused = await submit(1_000_100);
      expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      const answers = await Promise.all([submit(600_000), submit(600_000)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 503]);
      expect(await incoming(small)).toEqual([]);
      expect((await submit(900_000)).status).toBe(201);
      expect((await submit(900_000)).status).toBe(201);
    } finally {
      await small.close();
    }
  });
});
