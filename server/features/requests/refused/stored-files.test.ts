import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { verifyFiles } from '#server/features/files/files.integrity.service.ts';
import { moveFiles } from '#server/features/files/files.move.service.ts';
import { createLocalFileStore, type FileStore } from '#server/lib/file-store.ts';
import { anAssignedRequest, as, picture } from '#server/testing/factories.ts';
import { newFastFolder } from '#server/testing/fast-folder.ts';
import { aFieldWork, pathOf, updateWork } from '#server/testing/field-work.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let test: TestApp;
let folder: string;
let elsewhere: FileStore;
/** The ids of the photo and the signature of work that its request refused. */
let kept: string[];
beforeAll(async () => {
  const { admin, technician, signed, ...rest } = await aFieldWork();
  test = rest.test;
  folder = await newFastFolder('switchboard-elsewhere-');
  elsewhere = await createLocalFileStore(folder);
  const request = await anAssignedRequest(test, admin, technician);
  const next = await as(test, 'technician');
  await admin.call(api.requests.assign, { ...pathOf(request), body: { technician_id: next.id } });
  const files = [{ name: 'pole.png', bytes: await picture() }];
  await updateWork(technician, request, { status: 'completed', signature: signed, rating: 5 }, { files });
  const rows = await test.deps.db.selectFrom('files').select('id').where('refused_work_id', 'is not', null).execute();
  kept = rows.map(({ id }) => id);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function problemsIn(files: FileStore): Promise<string[]> {
  const found: string[] = [];
  for await (const { problems } of verifyFiles({ db: test.deps.db, files }, null)) {
    found.push(...problems.map(({ id }) => id));
  }
  return found;
}

it('The files of refused work are compared with their rows', async () => {
  expect(kept).toHaveLength(2);
  expect(await problemsIn(test.deps.files)).toEqual([]);
  expect(await problemsIn(elsewhere)).toEqual(expect.arrayContaining(kept));
});

it('The files of refused work are moved with all others', async () => {
  const moved = moveFiles(test.deps.db, { from: test.deps.files, to: elsewhere }, { remove: false });
  for await (const { problems } of moved) expect(problems).toEqual([]);
  expect(await problemsIn(elsewhere)).toEqual([]);
});
