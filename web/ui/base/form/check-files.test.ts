import { expect, it } from 'vitest';
import { checkFiles } from './check-files.ts';

const file = (name: string, content = 'pole,lamp') => new File([content], name);
const problemOf = ({ name, size }: File) => (size === 0 ? 'Empty' : name.endsWith('.csv') ? null : 'Wrong type');
const check = (chosen: readonly File[], room = 3) =>
  checkFiles(chosen, {
    room,
    shrinking: { from: 1000, edge: 100 },
    problemOf,
    misfit: 'No picture',
    tooMany: 'Too many',
  });

it('every refused file is named, by the reason, and the good ones stay', async () => {
  const good = file('poles.csv');
  const { good: kept, problem } = await check([file('run.exe'), good, file('page.html'), file('empty.csv', '')]);
  expect(kept).toEqual([good]);
  expect(problem).toBe('run.exe, page.html: Wrong type. empty.csv: Empty');
});

it('files beyond the room are left out, and the refused ones are named all the same', async () => {
  const { good, problem } = await check([file('a.csv'), file('run.exe'), file('b.csv')], 1);
  expect(good.map(({ name }) => name)).toEqual(['a.csv']);
  expect(problem).toBe('run.exe: Wrong type. Too many');
});

it('a file with the name of a picture that holds none is refused, and a misnamed picture is renamed', async () => {
  const checked = await checkFiles([file('a.jpg'), file('b.jpg', 'GIF89a')], {
    room: 3,
    shrinking: { from: 1000, edge: 100 },
    problemOf: () => null,
    misfit: 'No picture',
    tooMany: 'Too many',
  });
  expect(checked.good.map(({ name }) => name)).toEqual(['b.gif']);
  expect(checked.problem).toBe('a.jpg: No picture');
});

it('says nothing when all files are good', async () => {
  expect((await check([file('a.csv'), file('b.csv')])).problem).toBeNull();
});
