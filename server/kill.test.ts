import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { requests } from '#contract/requests.ts';
import { picture, submission } from './testing/factories.ts';
import { type RunningApp, startApp } from './testing/programs/process.ts';

/** `npm run test:slow` asks for ten. */
const CYCLES = Number(process.env.KILL_CYCLES ?? 3);
const SUBMISSIONS = 200;
const AT_ONCE = 8;
const settings = { RATE_LIMITS: 'off', ADMIN_EMAIL: 'office@example.com', ADMIN_PASSWORD: 'lights-on-at-seven' };

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let photo: Buffer;
beforeAll(async () => {
  // On the disk, because the test is about what a disk keeps.
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-kill-'));
  photo = await picture('jpeg', 320);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sheet = (title: string) => `pole,lamp\n${title},${'x'.repeat(5_000)}\n`;

/** Sends a submission with two files. Returns its tracking ID; null when the connection broke or a busy server refused. */
async function submit(url: string, title: string): Promise<string | null> {
  const form = new FormData();
  for (const [key, value] of Object.entries(submission({ title }))) form.append(key, value);
  form.append('images', new Blob([photo]), 'pole.jpg');
  form.append('images', new Blob([sheet(title)]), 'lamps.csv');
  try {
    const response = await fetch(`${url}/api/requests/create`, { method: 'POST', body: form });
    if (response.status === 503) return null;
    if (response.status !== 201) throw new Error(`unexpected ${response.status}: ${await response.text()}`);
    return ((await response.json()) as ResponseOf<typeof requests.create>).request.external_id;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Sends submissions a few at a time and kills the app as soon as `killAfter` are acknowledged. */
async function submitUntilKilled(app: RunningApp, cycle: number, killAfter: number): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  let next = 0;
  let killed: Promise<void> | undefined;
  const sender = async () => {
    while (!killed) {
      next += 1;
      const title = `Cycle ${cycle} request ${next}`;
      const id = await submit(app.url, title);
      if (id) acknowledged.set(title, id);
      if (acknowledged.size >= killAfter) killed ??= app.kill();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  await killed;
  return acknowledged;
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

/** All requests of this cycle that the app has after the restart, acknowledged or not. */
async function survivors(get: <T>(path: string) => Promise<T>, cycle: number) {
  const list = (page: number) =>
    get<ResponseOf<typeof requests.list>>(`/requests?search=Cycle ${cycle} request&limit=200&page=${page}`);
  const [first, second] = [await list(1), await list(2)];
  return [...first.requests, ...second.requests];
}

it(`no acknowledged submission is lost or half-written after ${CYCLES} kills in the middle of up to ${SUBMISSIONS} submissions`, async () => {
  let photoHash: string | undefined;
  let app = await startApp({ DATA_DIR: folder, ...settings });
  for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
    // The kills are spread over the run, so that they interrupt every stage of a submission.
    const acknowledged = await submitUntilKilled(app, cycle, Math.round((cycle * SUBMISSIONS) / (CYCLES + 2)));
    app = await startApp({ DATA_DIR: folder, ...settings });
    const get = await signIn(app.url);
    const rows = await survivors(get, cycle);
    const known = new Map(rows.map((row) => [row.title, row.external_id]));
    for (const [title, id] of acknowledged) expect(known.get(title), title).toBe(id);
    expect(known.size, 'no submission twice').toBe(rows.length);

    for (const row of rows) {
      const { request } = await get<ResponseOf<typeof requests.get>>(`/requests/${row.id}`);
      expect(request.files.map((file) => file.file_name).sort()).toEqual(['lamps.csv', 'pole.jpg']);
      for (const file of request.files) {
        const bytes = Buffer.from(await (await fetch(`${app.url}${file.file_path}`)).arrayBuffer());
        expect(bytes.length).toBe(file.file_size);
        // Encoding the same photo anew always gives the same bytes, so the first stored photo is the reference.
        photoHash ??= file.file_name === 'pole.jpg' ? sha256(bytes) : undefined;
        if (file.file_name === 'pole.jpg') expect(sha256(bytes)).toBe(photoHash);
        else expect(sha256(bytes)).toBe(sha256(sheet(row.title)));
      }
    }
  }
  await app.stop();
}, 1_800_000);
