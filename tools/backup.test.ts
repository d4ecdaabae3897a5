import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { requests } from '#contract/requests.ts';
import { eachOf } from '../server/backup/each-of.ts';
import { picture, submission } from '../server/testing/factories.ts';
import { newFastFolder } from '../server/testing/fast-folder.ts';
import { runCommand } from '../server/testing/programs/commands.ts';
import { refusedStart, startApp } from '../server/testing/programs/process.ts';

const settings = { RATE_LIMITS: 'off', ADMIN_EMAIL: 'office@example.com', ADMIN_PASSWORD: 'lights-on-at-seven' };

let place: string;
let photo: Buffer;
beforeAll(async () => {
  place = await newFastFolder('switchboard-backup-');
  photo = await picture('jpeg', 320);
});
afterAll(() => rm(place, { recursive: true, force: true }));

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const sheet = (title: string) => `pole,lamp\n${title},${'x'.repeat(5_000)}\n`;

async function submit(url: string, title: string): Promise<void> {
  const form = new FormData();
  for (const [key, value] of Object.entries(submission({ title }))) form.append(key, value);
  form.append('images', new Blob([photo]), 'pole.jpg');
  form.append('images', new Blob([sheet(title)]), 'lamps.csv');
  const answer = await fetch(`${url}/api/requests/create`, { method: 'POST', body: form });
  expect(answer.status).toBe(201);
}

async function signIn(url: string): Promise<<T>(path: string) => Promise<T>> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }),
  });
  const { token } = (await response.json()) as { token: string };
  return async <T>(api: string) => {
    const answer = await fetch(`${url}/api${api}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`unexpected ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

const WRITERS = 8;

/** Clients that submit requests until they are stopped. `acknowledged` has the titles of those that were answered by 201. */
function startWriters(url: string) {
  const [over, acknowledged] = [new AbortController(), new Set<string>()];
  const write = async (n: number) => {
    for (let sent = 1; !over.signal.aborted; sent += 1) {
      const title = `Writer ${n}, request ${sent}`;
      await submit(url, title);
      acknowledged.add(title);
      first[n]?.resolve();
    }
  };
  const first = Array.from({ length: WRITERS }, () => Promise.withResolvers<void>());
  const all = Promise.all(first.map((_, n) => write(n)));
  return {
    acknowledged: acknowledged as ReadonlySet<string>,
    /** Until each of them has an answer. Rejects when one is refused. */
    begun: () => Promise.race([all, Promise.all(first.map(({ promise }) => promise))]),
    async stop() {
      over.abort();
      await all;
    },
  };
}

it('a back-up beside a busy app, restored elsewhere, has every request that was acknowledged before it, with its files', async () => {
  const app = await startApp(settings);
  const writers = startWriters(app.url);
  await writers.begun();
  const before = [...writers.acknowledged];
  const to = await mkdtemp(path.join(place, 'to-'));
  const backup = await runCommand('backup', [to], { DATA_DIR: app.folder });
  const after = writers.acknowledged.size;
  await writers.stop();
  expect(backup.code, backup.output).toBe(0);
  expect(await app.stop()).toBe(0);
  const [name = '', ...others] = await readdir(to);
  expect(others).toEqual([]);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  const from = path.join(to, name);

  const target = path.join(place, 'restored');
  const restored = await runCommand('restore', [from], { DATA_DIR: target });
  expect(restored.code, restored.output).toBe(0);
  // The command that is begun below.
  expect(restored.output.trimEnd().split('\n').at(-1)).toBe(`DATA_DIR=${target} npm start`);
  const files = await runCommand('files-verify', [], { DATA_DIR: target });
  expect(files.output).toMatch(/files compared with their rows: 0 damaged or missing\.\n$/);

  const manifest = JSON.parse(await readFile(path.join(from, 'manifest.json'), 'utf8')) as {
    tables: { name: string; rows: number }[];
  };
  const told = manifest.tables.map(({ name, rows }) => `${name}, ${rows} rows`).sort();
  for (const { output } of [backup, restored]) {
    expect([...output.matchAll(/^Table \d+ of \d+: (.+)$/gm)].map(([, table]) => table).sort()).toEqual(told);
  }
  const rows = manifest.tables.find((table) => table.name === 'public.requests')?.rows ?? 0;
  // The clients were served meanwhile.
  expect(after).toBeGreaterThan(before.length);

  const again = await startApp({ ...settings, DATA_DIR: target });
  const get = await signIn(again.url);
  const found: ResponseOf<typeof requests.list>['requests'] = [];
  for (let page = 1; found.length < rows; page += 1) {
    const answer = await get<ResponseOf<typeof requests.list>>(`/requests?limit=200&page=${page}`);
    expect(answer.total).toBe(rows);
    expect(answer.requests).not.toEqual([]);
    found.push(...answer.requests);
  }
  expect(found.map(({ title }) => title)).toEqual(expect.arrayContaining(before));
  await eachOf(Readable.from(found), async ({ id, title }: (typeof found)[number]) => {
    const { request } = await get<ResponseOf<typeof requests.get>>(`/requests/${id}`);
    const stored = await Promise.all(
      request.files.map(async ({ file_path }) =>
        Buffer.from(await (await fetch(`${again.url}${file_path}`)).arrayBuffer()),
      ),
    );
    expect(stored.map(sha256)).toContain(sha256(sheet(title)));
    expect(stored).toHaveLength(2);
  });
  // The numbers go on where they were.
  await submit(again.url, 'Quincunx');
  expect((await get<ResponseOf<typeof requests.list>>('/requests?search=Quincunx')).matched).toBe(1);
  expect(await again.stop()).toBe(0);

  // After the product has sealed the entries of the last moments before the back-up: old ones without a seal count as damage.
  const trail = await runCommand('audit-verify', [], { DATA_DIR: target });
  expect(trail.output).toContain('The audit trail is intact');
  expect(trail.code).toBe(0);

  // Without a running app, and proved by a restore.
  const proved = await runCommand('backup', [to, '--verify'], { DATA_DIR: target });
  expect(proved.code, proved.output).toBe(0);
  expect(await readdir(to)).toHaveLength(2);
});

it('a restore that was cut off is no installation: neither the app nor a back-up opens it', async () => {
  const DATA_DIR = await mkdtemp(path.join(place, 'cut-off-'));
  await writeFile(path.join(DATA_DIR, 'restore.unfinished'), '');
  const refusal = /the restore of a back-up into .* has not ended/;
  const start = await refusedStart({ DATA_DIR, PORT: '0' });
  expect(start).toEqual({ code: 1, output: expect.stringMatching(refusal) });
  const backup = await runCommand('backup', [place], { DATA_DIR });
  expect(backup).toEqual({ code: 1, output: expect.stringMatching(refusal) });
});

it('a command without a folder says how it is called', async () => {
  for (const name of ['backup', 'restore']) {
    expect(await runCommand(name, [], {})).toEqual({
      code: 1,
      output: expect.stringContaining(`npm run ${name} -- FOLDER`),
    });
  }
});
