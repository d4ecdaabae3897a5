import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { lineOf } from '#server/features/files/files.integrity.rules.ts';
import { verifyFiles, warnOfMissingFiles } from '#server/features/files/files.integrity.service.ts';
import { moveFiles } from '#server/features/files/files.move.service.ts';
import { sweepOrphans } from '#server/features/files/files.sweep.service.ts';
import { createLocalFileStore, type FileStore } from '#server/lib/file-store.ts';
import { as, type Person, picture, submission } from '#server/testing/factories.ts';
import { newFastFolder } from '#server/testing/fast-folder.ts';
import { storedKeys, type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
let folder: string;
let elsewhere: FileStore;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
  folder = await newFastFolder('switchboard-held-');
  elsewhere = await createLocalFileStore(folder);
  const files = [{ name: 'pole.png', bytes: await picture() }];
  await test.caller().call(api.requests.create, { body: submission({ website: 'x' }), files });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function linesIn(files: FileStore): Promise<string[]> {
  const found: string[] = [];
  for await (const { problems } of verifyFiles({ db: test.deps.db, files }, null)) found.push(...problems.map(lineOf));
  return found;
}
const theHeld = async () => {
  const [held] = (await admin.call(api.heldRequests.list, { query: {} })).held;
  if (!held) throw new Error('nothing is held');
  return held;
};

it('The files of held requests are compared with their rows', async () => {
  const { id, files } = await theHeld();
  expect(await linesIn(test.deps.files)).toEqual([]);
  expect(await linesIn(elsewhere)).toEqual([
    `MISSING: ${files[0]?.id} "pole.png" of held request ${id}`,
    `MISSING: ${files[0]?.id} (small picture) "pole.png" of held request ${id}`,
  ]);
  expect(await warnOfMissingFiles({ ...test.deps, files: elsewhere })).toBe(true);
  expect(await warnOfMissingFiles(test.deps)).toBe(false);
});

it('The files of held requests are moved with all others', async () => {
  const moved = moveFiles(test.deps.db, { from: test.deps.files, to: elsewhere }, { remove: false });
  for await (const { problems } of moved) expect(problems).toEqual([]);
  expect(await linesIn(elsewhere)).toEqual([]);
});

it('The sweep leaves the files of held requests where they are', async () => {
  const before = await storedKeys(test);
  await sweepOrphans({ ...test.deps, now: () => new Date(Date.now() + 2 * 3_600_000) });
  expect(await storedKeys(test)).toEqual(before);
  expect(before).toHaveLength(2);
});

it('A damaged file of a held request leads the office to the page of held requests', async () => {
  const { files } = await theHeld();
  const [file] = files;
  await test.deps.files.discard(file?.id ?? '', '2026-01-01');
  expect((await test.app.inject({ url: file?.file_path ?? '' })).statusCode).toBe(404);
  await test.settled();
  const { notifications } = await admin.call(api.notifications.list, { query: {} });
  expect(notifications).toMatchObject([
    { title: 'A stored file is missing', link: '/dashboard/admin/requests/held', priority: 'high' },
  ]);
});

it('A file belongs to a request or to a held one, never to both or none', async () => {
  const { files } = await theHeld();
  const row = test.deps.db.updateTable('files').where('id', '=', files[0]?.id ?? '');
  await expect(row.set({ held_request_id: null }).execute()).rejects.toThrow('files_belong');
});
