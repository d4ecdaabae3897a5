import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const NOTES = 250;
const FILES = 120;
const CHANGES = 130;
let test: TestApp;
let admin: Person;
let technician: Person;
let params: { id: string };
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
  technician = await as(test, 'technician', { name: 'Tess' });
  const { id } = await anAssignedRequest(test, admin, technician);
  params = { id: String(id) };
  const { db } = test.deps;
  const hash = createHash('sha256').update('').digest();
  await sql`
    insert into request_notes (request_id, author_id, body, created_at)
    select ${id}, ${technician.id}, 'Note ' || n, now() + n * interval '1 second' from generate_series(1, ${NOTES}) n`.execute(
    db,
  );
  // Several at the same moment, as the photos of one update are.
  await sql`
    insert into files (id, request_id, kind, file_name, file_type, file_size, sha256, has_thumbnail, position, created_at)
    select gen_random_uuid(), ${id}, 'attachment', 'photo-' || n || '.jpg', 'image/jpeg', 1, ${hash}, false, n % 7,
      now() + (n / 7) * interval '1 second'
    from generate_series(1, ${FILES}) n`.execute(db);
  await sql`
    insert into request_status_changes (request_id, status, changed_by, changed_at)
    select ${id}, (array['assigned', 'in_progress'])[1 + n % 2]::request_status, ${technician.id}, now() + n * interval '1 second'
    from generate_series(1, ${CHANGES}) n`.execute(db);
});
afterAll(() => test.close());

const detail = async (reader: Person = admin) => (await reader.call(api.requests.get, { params })).request;
const bodiesOf = (notes: string) => notes.split('\n\n').map((note) => note.split('\n')[1]);
const numbered = (what: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${what} ${from + n}`);

describe('A request with very many entries', () => {
  it('has the newest notes, and says how many there are', async () => {
    const request = await detail(technician);
    expect(request.notes_total).toBe(NOTES);
    expect(bodiesOf(request.notes)).toEqual(numbered('Note', 151, 250));
  });

  it('has earlier notes in steps, to the first one', async () => {
    const notesBefore = (at?: number) =>
      technician.call(api.requests.notes, { params, query: at === undefined ? {} : { before: String(at) } });
    const newest = await notesBefore();
    expect([newest.first, newest.notes_total, newest.notes]).toEqual([151, NOTES, (await detail()).notes]);
    const second = await notesBefore(151);
    expect([second.first, bodiesOf(second.notes)]).toEqual([51, numbered('Note', 51, 150)]);
    const last = await notesBefore(51);
    expect([last.first, bodiesOf(last.notes)]).toEqual([1, numbered('Note', 1, 50)]);
    expect(await notesBefore(1)).toEqual({ first: null, notes: '', notes_total: NOTES });
    expect((await notesBefore(9_999)).first).toBe(151);
  });

  it('has the newest files, and earlier ones in steps, each once', async () => {
    const { files, files_total } = await detail();
    expect([files.length, files_total]).toEqual([50, FILES]);
    const names = files.map(({ file_name }) => file_name);
    let before = files[0]?.id;
    for (let more = true; more; ) {
      const step = await admin.call(api.requests.files, { params, query: { before } });
      expect(step.files_total).toBe(FILES);
      names.unshift(...step.files.map(({ file_name }) => file_name));
      [before, more] = [step.files[0]?.id, step.more];
    }
    expect(new Set(names).size).toBe(FILES);
    expect(names).toHaveLength(FILES);
    expect(names.at(-1)).toBe(files.at(-1)?.file_name);
  });
  it('has the newest changes, each status with the one before it', async () => {
    const { history, history_total } = await detail();
    // It was received, assigned, and has its first status by that.
    expect([history.length, history_total]).toEqual([100, CHANGES + 3]);
    const moves = history.filter(({ change }) => change === 'status');
    expect(moves.slice(1).map(({ from }) => from)).toEqual(moves.slice(0, -1).map(({ to }) => to));
    expect(moves[0]?.from).not.toBeNull();
  });

  it('is read by its own technician only', async () => {
    const other = await as(test, 'technician');
    for (const call of [api.requests.notes, api.requests.files])
      expect((await other.attempt(call, { params, query: {} })).status).toBe(404);
  });

  it.each([
    ['notes', { before: '0' }],
    ['notes', { before: 'x' }],
    ['files', { before: 'x' }],
  ] as const)('refuses a place that is none: %s %j', async (name, query) => {
    const answer = await admin.attempt(api.requests[name], { params, query: query as never });
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, 'before']);
  });

  it('has no files before one of another request', async () => {
    const step = await admin.call(api.requests.files, { params, query: { before: randomUUID() } });
    expect(step).toEqual({ files: [], more: false, files_total: FILES });
  });
});
