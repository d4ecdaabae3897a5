import { expect, it } from 'vitest';
import { checkFiles } from './check-files.ts';

const file = (name: string, content = 'pole,lamp') => new File([content], name);
const problemOf = ({ name, size }: Pick<File, 'name' | 'size'>): string | null =>
  size === 0 ? 'Empty' : name.endsWith('.csv') ? null : 'Wrong type';
/** A file that its disk or its cloud has lost or changed since it was chosen. */
class LostFile extends File {
  override arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
}
const texts = { misfit: 'No picture', tooMany: 'Too many', tooLargeTogether: 'Too large together' };
const rules = {
  added: [] as File[],
  max: 3,
  maxBytes: 1000,
  shrinking: { from: 1000, area: 10_000 },
  problemOf,
  texts,
};
const check = (chosen: readonly File[], own: Partial<typeof rules> = {}) => checkFiles(chosen, { ...rules, ...own });

it('every refused file is named, by the reason, and the good ones stay', async () => {
  const good = file('poles.csv');
  const { good: kept, problem } = await check([file('run.exe'), good, file('page.html'), file('empty.csv', '')]);
  expect(kept.map(({ name }) => name)).toEqual([good.name]);
  expect(problem).toBe('run.exe, page.html: Wrong type. empty.csv: Empty');
});

it('files beyond the room are left out, and the refused ones are named all the same', async () => {
  const { good, problem } = await check([file('a.csv'), file('run.exe'), file('b.csv')], { max: 1 });
  expect(good.map(({ name }) => name)).toEqual(['a.csv']);
  expect(problem).toBe('run.exe: Wrong type. Too many');
});

it('a file with the name of a picture that holds none is refused, and a misnamed picture is renamed', async () => {
  const checked = await check([file('a.jpg'), file('b.jpg', 'GIF89a1234567'), file('cut.gif', 'GIF89a')], {
    problemOf: () => null,
  });
  expect(checked.good.map(({ name }) => name)).toEqual(['b.gif']);
  expect(checked.problem).toBe('a.jpg, cut.gif: No picture');
});

it('a file that is too much for all together is named, and the others stay', async () => {
  const added = [file('first.csv', 'x'.repeat(600))];
  const checked = await check([file('large.csv', 'x'.repeat(500)), file('small.csv', 'x'.repeat(300))], { added });
  expect(checked.good.map(({ name }) => name)).toEqual(['small.csv']);
  expect(checked.problem).toBe('large.csv: Too large together');
});

it('files of the same name get different names', async () => {
  const added = [file('image.csv')];
  const { good } = await check([file('image.csv'), file('image.csv')], { added });
  expect(good.map(({ name }) => name)).toEqual(['image (2).csv', 'image (3).csv']);
});

it('a reason that ends with a period gets no second one', async () => {
  const { problem } = await check([file('a.exe'), file('b.csv', '')], {
    problemOf: ({ size }) => (size === 0 ? 'Empty' : 'Unreadable.'),
  });
  expect(problem).toBe('a.exe: Unreadable. b.csv: Empty');
});

it('says nothing when all files are good', async () => {
  expect((await check([file('a.csv'), file('b.csv')])).problem).toBeNull();
});

it('keeps a copy of a file, not the reference to it', async () => {
  const chosen = file('poles.csv');
  const { good } = await check([chosen]);
  Object.assign(chosen, { arrayBuffer: () => Promise.reject(new Error('gone')) });
  expect(good).not.toContain(chosen);
  expect(await good[0]?.text()).toBe('pole,lamp');
  expect([good[0]?.name, good[0]?.lastModified]).toEqual([chosen.name, chosen.lastModified]);
});

it('refuses a file that cannot be read by its name', async () => {
  const { good, problem } = await check([new LostFile(['x'], 'pole.csv'), file('a.csv'), new LostFile([], 'b.csv')]);
  expect(good.map(({ name }) => name)).toEqual(['a.csv']);
  expect(problem).toBe("pole.csv, b.csv: This file can't be read. Choose it again, or take the photo again.");
});

it('refuses a folder by its type', async () => {
  expect((await check([new LostFile([], 'photos')])).problem).toBe('photos: Wrong type');
});
