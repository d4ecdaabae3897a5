import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { createScanner } from '#server/scanner.ts';
import { anAssignedRequest, as, picture, submission } from '#server/testing/factories.ts';
import { type Clamd, missingClamd, startClamd, VIRUS } from '#server/testing/programs/clamd.ts';
import { freePort } from '#server/testing/programs/ports.ts';
import { storedKeys, type TestApp, testApp } from '#server/testing/test-app.ts';

const missing = missingClamd();

it('the age of its signatures is what it says', async () => {
  const server = createServer((socket) => socket.end('ClamAV 1.4.6/27832/Tue Nov 24 09:32:15 2026\0'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { version, signatures } = await createScanner(
    { host: '127.0.0.1', port },
    { scanMs: 120_000, versionMs: 120_000 },
  ).version();
  expect([version, signatures?.toISOString()]).toEqual(['ClamAV 1.4.6', '2026-11-24T09:32:15.000Z']);
  server.close();
});

describe.skipIf(missing)(`with clamd${missing ? `: ${missing}` : ''}`, () => {
  let clamd: Clamd;
  let folder: string;
  let test: TestApp;
  const scannerOf = (address: { host: string; port: number }, limitMs = 120_000) =>
    createScanner(address, { scanMs: limitMs, versionMs: limitMs });
  const fileOf = async (bytes: Buffer) => {
    const file = path.join(folder, 'upload');
    await writeFile(file, bytes);
    return file;
  };
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'switchboard-scanner-'));
    clamd = await startClamd();
    test = await testApp({}, { CLAMD_ADDRESS: `${clamd.host}:${clamd.port}` });
  });
  afterAll(async () => {
    await test.close();
    await clamd.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('names the virus of a file, and finds none in others, whatever their length', async () => {
    const scanner = scannerOf(clamd);
    expect(await scanner.virusIn(await fileOf(VIRUS))).toBe('Eicar-Test.UNOFFICIAL');
    for (const length of [0, 1, 65_536, 65_537, 900_000]) {
      expect(await scanner.virusIn(await fileOf(Buffer.alloc(length, 7)))).toBeNull();
    }
  });

  it('says its version, and no age of signatures that have none', async () => {
    expect(await scannerOf(clamd).version()).toEqual({
      version: expect.stringMatching(/^ClamAV \d/),
      signatures: null,
    });
  });

  it('gives no verdict on a file that is too long for it, and none while it is silent or away', async () => {
    const long = await fileOf(Buffer.alloc(3_000_000));
    await expect(scannerOf(clamd).virusIn(long)).rejects.toThrow();
    clamd.pause();
    await expect(scannerOf(clamd, 300).virusIn(await fileOf(VIRUS))).rejects.toThrow(/abort/);
    await expect(scannerOf(clamd, 300).version()).rejects.toThrow(/abort/);
    clamd.resume();
    await expect(scannerOf({ host: '127.0.0.1', port: await freePort() }).virusIn(long)).rejects.toThrow(
      /ECONNREFUSED/,
    );
    expect(await scannerOf(clamd).virusIn(await fileOf(VIRUS))).not.toBeNull();
  });

  const infected = { name: 'prices.csv', bytes: VIRUS, type: 'text/csv' };
  const photo = async (name: string) => ({ name, bytes: await picture(), type: 'image/png' });
  const requests = () => test.deps.db.selectFrom('requests').select('id').execute();

  it('a customer whose file has a virus is told which one, and nothing is stored', async () => {
    const [before, keys] = [await requests(), await storedKeys(test)];
    const files = [await photo('pole.png'), infected];
    const answer = await test.caller().attempt(api.requests.create, { body: submission(), files });
    const text = 'A virus was found in this file. Please send it without this file, or send another one';
    expect([answer.status, answer.body.message]).toEqual([400, text]);
    expect(answer.body.details).toEqual([{ field: 'images', message: `prices.csv: ${text}` }]);
    expect(await requests()).toEqual(before);
    expect(await storedKeys(test)).toEqual(keys);
  });

  it('names every file with a virus at once', async () => {
    const files = [await photo('pole.png'), infected, { ...infected, name: 'more.csv' }];
    const answer = await test.caller().attempt(api.requests.create, { body: submission(), files });
    expect(answer.body.details?.map(({ message }) => message.split(':')[0])).toEqual(['prices.csv', 'more.csv']);
  });

  it('a file without one is stored', async () => {
    const files = [await photo('pole.png'), { ...infected, bytes: Buffer.from('lamp,price\nA,1\n') }];
    expect((await test.caller().attempt(api.requests.create, { body: submission(), files })).status).toBe(201);
  });

  it('while the scanner is away, files are refused for now, a technician’s too, and requests without files go on', async () => {
    const away = await testApp({}, { CLAMD_ADDRESS: `127.0.0.1:${await freePort()}` }, { join: test });
    const [admin, technician] = [await as(away, 'admin'), await as(away, 'technician')];
    const files = [await photo('pole.png')];
    const refused = await away.caller().attempt(api.requests.create, { body: submission(), files });
    expect([refused.status, refused.body.error]).toEqual([503, 'unavailable']);
    expect(refused.body.message).toMatch(/^Files cannot be checked for viruses/);
    expect(refused.headers['retry-after']).toBe('30');
    expect((await away.caller().attempt(api.requests.create, { body: submission() })).status).toBe(201);
    const { id } = await anAssignedRequest(away, admin, technician);
    const work = { params: { id: String(id) }, body: { status: 'in_progress' } };
    expect((await technician.attempt(api.requests.updateWithFiles, { ...work, files })).status).toBe(503);
    const { scanner } = (await admin.call(api.system.state, {})).system;
    expect(scanner).toMatchObject({ level: 'bad', figures: { enabled: true, version: null } });
    await away.close();
  });

  it('the System page names the scanner', async () => {
    const { scanner } = (await (await as(test, 'admin')).call(api.system.state, {})).system;
    expect(scanner).toMatchObject({ level: 'fine', figures: { enabled: true, signatures_at: null } });
    expect(scanner?.figures?.version).toMatch(/^ClamAV \d/);
  });
});
