import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase, type WritableDatabase } from '#server/db/pool.ts';
import { createLocalFileStore } from '#server/lib/file-store.ts';
import { createPasswords } from '#server/lib/passwords.ts';
import { sampleBusiness as business } from '#server/sample-business.ts';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { DEMO_PASSWORD } from './people.ts';
import { createRandom } from './random.ts';
import { seed } from './seed.ts';
import { catalogue } from './work.ts';
import { imagineYear } from './year.ts';

const now = new Date('2026-03-18T20:15:00Z');
const base = { seed: 'test', now, requests: 130 };
const postgres = inject('postgres');
let database: string;
const passwords = await createPasswords();
let folder: string;
let db: WritableDatabase;

const fill = async (lines: string[] = []) =>
  seed({
    ...base,
    db,
    business,
    passwords,
    auditKey: randomBytes(32),
    files: await createLocalFileStore(folder),
    pictureWidth: 400,
    step: (line) => lines.push(line),
  });

beforeAll(async () => {
  database = await createDatabase(postgres.database);
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-seed-'));
  db = openDatabase({ ...postgres, database }, () => undefined);
  expect(await fill()).toBe(true);
});
afterAll(async () => {
  await db.destroy();
  await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

describe('the demo year', () => {
  it('has the office, the crew, the auditor and 120 customers, each with a different address', async () => {
    const users = await db.selectFrom('users').selectAll().execute();
    const count = (role: string) => users.filter((user) => user.role === role).length;
    expect([count('admin'), count('technician'), count('auditor')]).toEqual([1, 8, 1]);
    expect(users.filter((user) => !user.is_active)).toHaveLength(1);
    expect(await passwords.verify(users[0]?.password_hash ?? undefined, DEMO_PASSWORD)).toBe('prepared');
    const customers = await db.selectFrom('customers').selectAll().execute();
    expect(customers).toHaveLength(120);
    const people = [...users, ...customers];
    expect(new Set(people.map((one) => one.email)).size).toBe(people.length);
    expect(new Set(customers.map((one) => one.phone)).size).toBe(120);
    for (const { email, phone } of people) {
      expect(email).toMatch(/^[a-z0-9.-]+@[a-z0-9.-]+\.example$/);
      expect(phone).toMatch(/^\((407|321|689)\) 555-01\d\d$/);
    }
  });

  it('has the whole history of every request, from its submission to its status', async () => {
    const requests = await db.selectFrom('requests').selectAll().execute();
    const changes = await db.selectFrom('request_status_changes').selectAll().orderBy('id').execute();
    const notes = await db.selectFrom('request_notes').selectAll().orderBy('id').execute();
    expect(requests).toHaveLength(base.requests);
    expect(new Set(requests.map((one) => one.status)).size).toBe(5);
    for (const request of requests) {
      const story = changes.filter((one) => one.request_id === request.id);
      expect(story[0]).toMatchObject({ status: 'pending', changed_by: null, changed_at: request.created_at });
      expect(story.at(-1)?.status).toBe(request.status);
      const said = notes.filter((one) => one.request_id === request.id);
      for (const times of [story.map((one) => +one.changed_at), said.map((one) => +one.created_at)]) {
        expect(times).toEqual([...times].sort((one, other) => one - other));
        for (const time of times) expect(time).toBeLessThanOrEqual(+request.updated_at);
      }
      expect(request.completed_at).toEqual(request.status === 'completed' ? story.at(-1)?.changed_at : null);
      if (request.status !== 'completed') expect([request.rating, request.customer_notes]).toEqual([null, null]);
      if (request.status === 'in_progress' || request.status === 'assigned') expect(request.assigned_to).not.toBeNull();
      expect(+request.updated_at).toBeLessThanOrEqual(+now);
      expect(`${request.title}${request.description}`).not.toMatch(/[{}]|undefined/);
    }
    for (const note of notes) expect(note.body).not.toMatch(/[{}]|undefined/);
  });

  it('has the bytes of every file, and no file without a row', async () => {
    const rows = await db
      .selectFrom('files')
      .innerJoin('requests', 'requests.id', 'request_id')
      .selectAll('files')
      .execute();
    expect(new Set(rows.map((row) => row.kind))).toEqual(new Set(['attachment', 'photo', 'signature']));
    for (const row of rows) {
      const bytes = await readFile(path.join(folder, row.id));
      expect(createHash('sha256').update(bytes).digest()).toEqual(row.sha256);
      expect(bytes).toHaveLength(row.file_size);
      if (row.has_thumbnail)
        expect((await readFile(path.join(folder, `${row.id}.thumbnail`))).length).toBeGreaterThan(0);
      expect(+row.created_at).toBeLessThanOrEqual(+now);
    }
    const store = await createLocalFileStore(folder);
    const keys = new Set<string>();
    for await (const { key } of store.list()) keys.add(key.replace('.thumbnail', ''));
    expect(keys).toEqual(new Set(rows.map((row) => row.id)));
  });

  it('has a signature for every completion by a technician', async () => {
    const rated = await db.selectFrom('requests').select('id').where('rating', 'is not', null).execute();
    const signatures = await db.selectFrom('files').select('request_id').where('kind', '=', 'signature').execute();
    const signed = new Set(signatures.map((one) => one.request_id));
    expect(rated.length).toBeGreaterThan(0);
    for (const { id } of rated) expect(signed).toContain(id);
  });

  it('has look-ups only from documentation addresses, and only after the submission', async () => {
    const views = await db
      .selectFrom('request_views')
      .innerJoin('requests', 'requests.id', 'request_id')
      .select(['ip_address', 'tracked_at', 'requests.created_at'])
      .execute();
    expect(views.length).toBeGreaterThan(0);
    for (const view of views) {
      expect(view.ip_address).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/);
      expect(+view.tracked_at).toBeGreaterThanOrEqual(+view.created_at);
      expect(+view.tracked_at).toBeLessThanOrEqual(+now);
    }
  });

  it('does not change in a second run', async () => {
    const lines: string[] = [];
    expect(await fill(lines)).toBe(false);
    expect(lines).toEqual([]);
  });
});

describe('the imagined year', () => {
  const full = imagineYear({ ...base, requests: 600, business });

  it('is the same for the same seed and time', () => {
    expect(imagineYear({ ...base, requests: 600, business })).toEqual(full);
    expect(imagineYear({ ...base, seed: 'other', requests: 600, business })).not.toEqual(full);
  });

  it('is plausible: many kinds of work, mostly completed, mostly in office hours, with new requests every day', () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(60);
    expect(new Set(full.requests.slice(-50).map((one) => one.title)).size).toBeGreaterThan(40);
    expect(new Set(full.requests.map((one) => one.external_id)).size).toBe(600);
    const share = (test: (one: (typeof full.requests)[number]) => boolean) => full.requests.filter(test).length / 600;
    expect(share((one) => one.status === 'completed')).toBeGreaterThan(0.75);
    expect(share((one) => one.files.some((file) => file.kind !== 'signature'))).toBeGreaterThan(0.25);
    expect(share((one) => [0, 6].includes(one.created_at.getUTCDay()))).toBeLessThan(0.15);
    expect(full.requests.filter((one) => +now - +one.created_at < 86_400_000).length).toBeGreaterThanOrEqual(3);
  });

  it('has a value for every slot of every text of the catalogue', () => {
    for (let index = 0; index < 20; index += 1) {
      expect(() => imagineYear({ ...base, seed: `slots-${index}`, requests: 120, business })).not.toThrow();
    }
  });

  it('has independent streams of random numbers', () => {
    const one = createRandom('a').fork('x');
    const other = createRandom('a');
    other.next();
    expect(other.fork('x').next()).toBe(one.next());
  });
});
