import { expect, it } from 'vitest';
import { FILE_BYTES_LIMIT, fileProblem, fileTexts } from '#contract/words/files.ts';
import { checkFiles } from './check-files.ts';

const file = (name: string, content = 'pole,lamp') => new File([content], name);
const check = (chosen: readonly File[], room = 3) =>
  checkFiles(chosen, {
    room,
    shrinking: { from: FILE_BYTES_LIMIT, edge: 3000 },
    problemOf: (one) => fileProblem(one, 'documents'),
    tooMany: fileTexts.tooMany,
  });

it('every refused file is named, by the reason, and the good ones stay', async () => {
  const good = file('poles.csv');
  const { good: kept, problem } = await check([file('run.exe'), good, file('page.html'), file('empty.pdf', '')]);
  expect(kept).toEqual([good]);
  expect(problem).toBe(`run.exe, page.html: ${fileTexts.wrongType}. empty.pdf: This file is empty`);
});

it('files beyond the room are left out, and the refused ones are named all the same', async () => {
  const { good, problem } = await check([file('a.csv'), file('run.exe'), file('b.csv')], 1);
  expect(good.map(({ name }) => name)).toEqual(['a.csv']);
  expect(problem).toBe(`run.exe: ${fileTexts.wrongType}. Maximum 3 files allowed`);
});

it('says nothing when all files are good', async () => {
  expect((await check([file('a.csv'), file('b.csv')])).problem).toBeNull();
});
