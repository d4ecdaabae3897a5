import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { verifyFiles } from '../features/files/files.integrity.service.ts';
import { sweepOrphans } from '../features/files/files.sweep.service.ts';
import { fileIdOf } from '../lib/file-store.ts';
import type { Bucket } from '../lib/s3-bucket.ts';
import { submission } from '../testing/factories.ts';
import { aSignedInUser } from '../testing/people.ts';
import { bucketSettings, type Ceph, missingCeph, startCeph } from '../testing/programs/ceph.ts';
import { runCommand } from '../testing/programs/commands.ts';
import { type Machines, twoMachines } from '../testing/programs/machines.ts';
import { missingProxy } from '../testing/programs/web-proxies.ts';
import { storedKeys, type TestApp, testApp } from '../testing/test-app.ts';

/** `npm run test:slow` asks for ten, and only then for a bucket: a real service for it takes too long to start for every run. */
const CYCLES = Number(process.env.KILL_CYCLES ?? 0);
const OUTAGE_MS = 30_000;
const SUBMISSIONS = 200;
const AT_ONCE = 8;
const HOUR = 3_600_000;
/** A client whose call was refused or broke waits this long before it repeats it. */
const REPEAT_MS = 50;

const noProxy = missingProxy('haproxy');
const noBucket = CYCLES ? (noProxy ?? missingCeph()) : 'only in npm run test:slow';
const because = (why: string | null) => (why ? ` (skipped: ${why})` : '');

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const sheet = (of: string) => `pole,lamp\n${of},${'x'.repeat(5_000)}\n`;

/** A submission of a visitor, with the key under which it is repeated. */
type Sent = { title: string; key: string; hasFiles: boolean };
type Outcome = { status: number; message?: string; id?: string };

describe.skipIf(noProxy)(`Two machines on one database behind haproxy${because(noProxy)}`, () => {
  let photo: Buffer;
  beforeAll(async () => {
    // Larger than what haproxy holds back to repeat a call by itself.
    const noise = { width: 256, height: 256, channels: 3 as const };
    photo = await sharp(randomBytes(256 * 256 * 3), { raw: noise })
      .jpeg()
      .toBuffer();
  });

  /** Everything of one test: two machines, and a third instance in this process that asks and sweeps. */
  async function aSite(bucket?: Bucket) {
    const settings = bucket ? { ...bucketSettings(bucket), AUDIT_KEY: randomBytes(32).toString('hex') } : {};
    const clock = { late: 0 };
    const test = await testApp({ now: () => new Date(Date.now() + clock.late) }, settings);
    // Without a bucket, a folder that both see.
    const machines = await twoMachines(test.shared.database, bucket ? settings : { DATA_DIR: test.shared.folder });
    const close = async () => {
      await machines.close();
      await test.close();
    };
    return { test, machines, clock, close };
  }

  async function submit(url: string, { title, key, hasFiles }: Sent): Promise<Outcome> {
    const form = new FormData();
    for (const [name, value] of Object.entries(submission({ title }))) form.append(name, value);
    if (hasFiles) {
      form.append('images', new Blob([photo]), 'pole.jpg');
      form.append('images', new Blob([sheet(title)]), 'lamps.csv');
    }
    const call = { method: 'POST', body: form, headers: { 'idempotency-key': key } };
    const answer = await fetch(`${url}/api/requests/create`, call).catch(() => null);
    // haproxy's own page says that an instance has left.
    if (!answer?.headers.get('content-type')?.includes('json')) return { status: answer?.status ?? 0 };
    const { request, message } = (await answer.json()) as { request?: { external_id: string }; message?: string };
    return { status: answer.status, message: message ?? '', id: request?.external_id ?? '' };
  }
  /** Repeats a submission with its key until it is acknowledged. @returns its tracking ID, and how often it got no answer */
  async function submitAtLast(url: string, sent: Sent): Promise<{ id: string; repeats: number }> {
    for (let repeats = 0; ; repeats += 1) {
      const { status, id, message } = await submit(url, sent);
      if (status === 201 && id) return { id, repeats };
      if (![0, 502, 503].includes(status)) throw new Error(`unexpected ${status}: ${message}`);
      await wait(REPEAT_MS);
    }
  }

  /** Every acknowledged submission is there once and complete, in either machine's eyes, and nothing else is. */
  async function expectWhole(test: TestApp, { both }: Machines, acknowledged: ReadonlyMap<Sent, string>) {
    const { token = '' } = await aSignedInUser(test, 'admin');
    const rows = await test.deps.db.selectFrom('requests').select(['id', 'external_id', 'title']).execute();
    const known = new Map(rows.map((row) => [row.title, row]));
    expect(known.size, 'no submission twice').toBe(rows.length);
    expect(new Map(rows.map((row) => [row.title, row.external_id]))).toEqual(
      new Map([...acknowledged].map(([sent, id]) => [sent.title, id])),
    );
    const created = await test.deps.db
      .selectFrom('audit_events')
      .select('entity_id')
      .where('action', '=', 'requests.create')
      .execute();
    expect(created.map(({ entity_id }) => entity_id).sort()).toEqual(rows.map(({ id }) => String(id)).sort());

    const hashes = await test.deps.db.selectFrom('files').select('sha256').execute();
    const stored = new Set(hashes.map((row) => row.sha256.toString('hex')));
    const look = async (sent: Sent, nth: number) => {
      // One machine signs the addresses, and the other one serves the files.
      const [asked, other] = nth % 2 ? both : [both[1], both[0]];
      const params = { id: String(known.get(sent.title)?.id) };
      const answer = await fetch(`${asked.app.url}/api${api.requests.get.path.replace(':id', params.id)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { request } = api.requests.get.response.parse(await answer.json());
      expect(request.history).toMatchObject([{ change: 'status', by: null, to: 'pending' }]);
      const names = request.files.map(({ file_name }) => file_name).sort();
      expect(names).toEqual(sent.hasFiles ? ['lamps.csv', 'pole.jpg'] : []);
      for (const file of request.files) {
        const served = await fetch(`${other.app.url}${file.file_path}`);
        const bytes = Buffer.from(await served.arrayBuffer());
        expect([served.status, bytes.length]).toEqual([200, file.file_size]);
        expect(stored).toContain(sha256(bytes));
        if (file.file_name === 'lamps.csv') expect(sha256(bytes)).toBe(sha256(sheet(sent.title)));
      }
    };
    const atOnce = pLimit(AT_ONCE);
    await Promise.all([...acknowledged.keys()].map((sent, nth) => atOnce(() => look(sent, nth))));
    for await (const { problems } of verifyFiles(test.deps, null)) expect(problems).toEqual([]);
    for (const { env } of both) {
      const { code, output } = await runCommand('audit-verify', [], env);
      expect(code, output).toBe(0);
    }
  }
  /** After the sweep no file lacks its row. @returns how many files the sweep found */
  async function sweep({ test, clock }: Awaited<ReturnType<typeof aSite>>): Promise<number> {
    expect(await sweepOrphans(test.deps)).toBe(0);
    clock.late = 2 * HOUR;
    const swept = await sweepOrphans(test.deps);
    clock.late = 0;
    const rows = await test.deps.db.selectFrom('files').select('id').execute();
    expect(new Set((await storedKeys(test)).map(fileIdOf).filter(Boolean))).toEqual(new Set(rows.map(({ id }) => id)));
    return swept;
  }

  /** Kills the machines in turn, each in the middle of submissions with files. */
  async function killInTurn(
    bucket: Bucket | undefined,
    { cycles, submissions }: { cycles: number; submissions: number },
  ) {
    const site = await aSite(bucket);
    const { test, machines } = site;
    const acknowledged = new Map<Sent, string>();
    const figures = { kills: 0, repeated: 0, repeats: 0, swept: 0 };
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      // The kills are spread over the run, so that they interrupt every stage of a submission.
      const killAfter = Math.round(((cycle + 1) * submissions) / (cycles + 2));
      const victim = machines.both[cycle % 2 ? 1 : 0];
      let sent = 0;
      let done = 0;
      let back: Promise<void> | undefined;
      const client = async () => {
        while (sent < submissions) {
          sent += 1;
          const one = { title: `Cycle ${cycle} request ${sent}`, key: randomUUID(), hasFiles: true };
          const { id, repeats } = await submitAtLast(machines.proxy.url, one);
          acknowledged.set(one, id);
          figures.repeats += repeats;
          if (repeats) figures.repeated += 1;
          done += 1;
          if (done >= killAfter) back ??= victim.app.kill().then(() => victim.restart());
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, client));
      await back;
      figures.kills += 1;
      figures.swept += await sweep(site);
    }
    await expectWhole(test, machines, acknowledged);
    await site.close();
    return { acknowledged: acknowledged.size, ...figures };
  }

  it('lose and double nothing when one is killed in the middle of 60 submissions with files', async () => {
    const seen = await killInTurn(undefined, { cycles: 1, submissions: 60 });
    expect(seen).toMatchObject({ acknowledged: 60, kills: 1 });
  });

  describe.skipIf(noBucket)(`and one bucket${because(noBucket)}`, () => {
    let ceph: Ceph;
    beforeAll(async () => {
      ceph = await startCeph();
    });
    afterAll(() => ceph?.stop());

    it(`lose and double nothing in ${CYCLES} kills in the middle of ${SUBMISSIONS} submissions with files each`, async () => {
      const seen = await killInTurn(await ceph.newBucket(), { cycles: CYCLES, submissions: SUBMISSIONS });
      expect(seen).toMatchObject({ acknowledged: CYCLES * SUBMISSIONS, kills: CYCLES });
      expect(seen.repeated, 'kills interrupt somebody').toBeGreaterThan(0);
      // biome-ignore lint/suspicious/noConsole: a long run says what it saw.
      console.info(seen);
    }, 3_600_000);

    it(`take requests without files while it is away for ${OUTAGE_MS / 1_000} s, refuse those with files, and take them afterwards`, async () => {
      const site = await aSite(await ceph.newBucket());
      const { test, machines } = site;
      const { url } = machines.proxy;
      const acknowledged = new Map<Sent, string>();
      const refused: Sent[] = [];
      const counts = { withFiles: 0, without: 0, sent: 0 };
      let phase: 'before' | 'away' | 'over' = 'before';
      const client = async (hasFiles: boolean) => {
        while (phase !== 'over') {
          counts.sent += 1;
          const one = { title: `Request ${counts.sent}`, key: randomUUID(), hasFiles };
          const during = phase;
          const { status, message, id } = await submit(url, one);
          if (status === 201 && id) acknowledged.set(one, id);
          else refused.push(one);
          if (hasFiles && status !== 201) {
            expect([status, message]).toEqual([
              503,
              expect.stringMatching(/^Files cannot be stored or shown right now/),
            ]);
          }
          if (!hasFiles) expect(status).toBe(201);
          if (during === 'away') counts[hasFiles ? 'withFiles' : 'without'] += 1;
        }
      };
      const clients = Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => client(nth % 2 === 0)));
      await expect.poll(() => acknowledged.size).toBeGreaterThan(2 * AT_ONCE);
      await ceph.kill();
      phase = 'away';
      try {
        await wait(OUTAGE_MS);
        await expect.poll(() => Math.min(counts.withFiles, counts.without)).toBeGreaterThan(AT_ONCE);
      } finally {
        await ceph.start();
        phase = 'over';
      }
      await clients;
      expect(refused.length).toBeGreaterThan(AT_ONCE);
      await expectWhole(test, machines, acknowledged);
      for (const one of refused) acknowledged.set(one, (await submitAtLast(url, one)).id);
      const swept = await sweep(site);
      await expectWhole(test, machines, acknowledged);
      // biome-ignore lint/suspicious/noConsole: a long run says what it saw.
      console.info({ acknowledged: acknowledged.size, refused: refused.length, ...counts, swept });
      await site.close();
    }, 1_800_000);
  });
});
