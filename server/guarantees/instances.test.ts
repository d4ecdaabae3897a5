import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { createDeps } from '../deps.ts';
import { sealEntries } from '../features/audit/seal/seal.service.ts';
import { verifyTrail } from '../features/audit/verify/verify.service.ts';
import { announcerOf } from '../reactions.ts';
import { anAssignedRequest, aRequest, as, PASSWORD, picture, submission } from '../testing/factories.ts';
import { newFastFolder } from '../testing/fast-folder.ts';
import { aLog } from '../testing/log.ts';
import { aSignedInUser, aUser } from '../testing/people.ts';
import { fetchFile, type TestApp, testApp } from '../testing/test-app.ts';

/** Two instances of the product, each with its own server and connections, on the same database and folder of files. */
let a: TestApp;
let b: TestApp;
beforeAll(async () => {
  a = await testApp();
  b = await testApp({}, {}, { join: a });
});
afterAll(async () => {
  await b.close();
  await a.close();
});

const idOf = (row: { id: number }) => ({ id: String(row.id) });

describe('A session', () => {
  it('that begins on one instance is valid on the other, and ends on both', async () => {
    const { email } = await aUser(a, 'admin');
    const { token } = await a.caller().call(api.auth.login, { body: { email, password: PASSWORD } });
    const [onA, onB] = [a.caller(token), b.caller(token)];
    expect((await onB.call(api.auth.me, {})).user.email).toBe(email);
    await onA.call(api.auth.logout, {});
    expect((await onB.attempt(api.auth.me)).status).toBe(401);
  });

  it('of a user deactivated on one instance is refused on the other', async () => {
    const admin = await aSignedInUser(a, 'admin');
    const technician = await as(b, 'technician');
    expect((await technician.attempt(api.auth.me)).status).toBe(200);
    await admin.call(api.users.toggleStatus, { params: idOf(technician), body: {} });
    expect((await technician.attempt(api.auth.me)).status).toBe(401);
  });
});

describe('A rate limit', () => {
  it('counts the calls of all instances, and outlives the instance that counted', async () => {
    const on = { RATE_LIMITS: 'on' };
    const strictA = await testApp({}, on, { join: a });
    const strictB = await testApp({}, on, { join: a });
    const from = { ip: '203.0.113.77' };
    const send = async (test: TestApp) => {
      const body = { name: 'Cora', email: 'cora@caller.example', message: 'Do you repair signs?' };
      return (await test.caller(undefined, from).attempt(api.contact.submit, { body })).status;
    };
    try {
      const statuses = [];
      for (const test of [strictA, strictB, strictA, strictB, strictA, strictB]) statuses.push(await send(test));
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    } finally {
      await strictA.close();
      await strictB.close();
    }
    const restarted = await testApp({}, on, { join: a });
    try {
      expect(await send(restarted)).toBe(429);
    } finally {
      await restarted.close();
    }
  });

  it('of five an hour admits exactly five of twenty calls that arrive at once on both instances', async () => {
    const instances = [
      await testApp({}, { RATE_LIMITS: 'on' }, { join: a }),
      await testApp({}, { RATE_LIMITS: 'on' }, { join: a }),
    ];
    try {
      const body = { name: 'Cora', email: 'cora@caller.example', message: 'Do you repair signs?' };
      const calls = Array.from({ length: 20 }, (_, n) =>
        instances[n % 2]?.caller(undefined, { ip: '203.0.113.78' }).attempt(api.contact.submit, { body }),
      );
      const answers = await Promise.all(calls);
      expect(answers.filter((answer) => answer?.status === 201)).toHaveLength(5);
      expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(15);
    } finally {
      for (const instance of instances) await instance.close();
    }
  });
});

describe('A submission', () => {
  it('sent to both instances at once with one key becomes one request, in each of 20 turns', async () => {
    const count = async () => (await a.deps.db.selectFrom('requests').select('id').execute()).length;
    const before = await count();
    for (let nth = 0; nth < 20; nth += 1) {
      const idempotencyKey = randomUUID();
      const answers = await Promise.all(
        [a, b, a, b].map((test) => test.caller().call(api.requests.create, { body: submission(), idempotencyKey })),
      );
      expect(new Set(answers.map(({ request }) => request.external_id)).size).toBe(1);
    }
    expect(await count()).toBe(before + 20);
  });

  it('with a file is shown with that file by the other instance', async () => {
    const admin = await aSignedInUser(a, 'admin');
    const technician = await aSignedInUser(a, 'technician');
    const request = await anAssignedRequest(a, admin, technician);
    await technician.call(api.requests.updateWithFiles, {
      params: idOf(request),
      body: { status: 'in_progress' },
      files: [{ name: 'pole.png', bytes: await picture() }],
    });
    const seen = await b.caller(admin.token).call(api.requests.get, { params: idOf(request) });
    const [file] = seen.request.files;
    if (!file) throw new Error('no file');
    expect(await fetchFile(b, file.file_path)).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    // One instance signs the address, and the other serves the file.
    expect((await fetchFile(a, file.file_path)).status).toBe(200);
  });
});

describe('Two admins on two instances', () => {
  it('who edit one request with the version they saw: one is refused, in each of 30 turns', async () => {
    const ada = await aSignedInUser(a, 'admin', 'Ada Admin');
    const ben = await aSignedInUser(b, 'admin', 'Ben Boss');
    const request = await aRequest(a);
    for (let version = 1; version <= 30; version += 1) {
      const answers = await Promise.all(
        [ada, ben].map((admin) =>
          admin.attempt(api.requests.update, {
            params: idOf(request),
            body: { title: `${version} by ${admin.name}`, version },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers[0]?.status === 200 ? ada : ben;
      const loser = answers.find(({ status }) => status === 409);
      expect(loser?.body.message).toContain(`${winner.name} changed the title on `);
      const { title } = (await ada.call(api.requests.get, { params: idOf(request) })).request;
      expect(title).toBe(`${version} by ${winner.name}`);
    }
  });
});

describe('An instance with a data folder of its own', () => {
  const newFolder = () => newFastFolder('switchboard-second-');

  it('is refused without the key of the audit trail, also before the first seal, and makes none', async () => {
    const first = await testApp();
    const DATA_DIR = await newFolder();
    expect(await first.deps.db.selectFrom('audit_seals').select('seq').execute()).toEqual([]);
    await expect(testApp({}, { DATA_DIR }, { join: first })).rejects.toThrow(/audit\.key is missing.* set AUDIT_KEY/);
    expect(await readdir(DATA_DIR)).not.toContain('audit.key');
    const second = await testApp({}, { DATA_DIR, AUDIT_KEY: first.deps.auditKey.toString('hex') }, { join: first });
    expect(second.deps.installation.id).toBe(first.deps.installation.id);
    await second.close();
    await first.close();
    await rm(DATA_DIR, { recursive: true });
  });

  it('seals the same trail with the same key', async () => {
    const AUDIT_KEY = randomBytes(32).toString('hex');
    const DATA_DIR = await newFolder();
    const first = await testApp({}, { AUDIT_KEY });
    const second = await testApp({}, { AUDIT_KEY, DATA_DIR }, { join: first });
    for (const test of [first, second, first]) {
      await as(test, 'admin');
      await aRequest(test);
      await sealEntries(test.deps, { last: true });
    }
    for (const test of [first, second]) expect(await verifyTrail(test.deps)).toMatchObject({ broken: null });
    await second.close();
    await first.close();
    await rm(DATA_DIR, { recursive: true });
  });

  it('says so when its key is not that of the others', async () => {
    const logs = [aLog(), aLog()];
    const createWith = (key: Buffer, log: ReturnType<typeof aLog>) =>
      createDeps({
        config: { ...a.deps.config, auditKey: key },
        connection: a.connection,
        created: false,
        log: log.log,
        announcer: announcerOf,
      });
    for (const [nth, key] of [a.deps.auditKey, randomBytes(32)].entries()) {
      const log = logs[nth] ?? aLog();
      await (await createWith(key, log)).close();
    }
    expect(logs.map(({ of }) => of('error').length)).toEqual([0, 1]);
    expect(logs[1]?.of('error')[0]?.message).toMatch(/is not that of the other instances/);
  });
});
