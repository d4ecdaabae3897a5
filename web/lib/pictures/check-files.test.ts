import { expect, it } from 'vitest';
import { checkFiles } from './check-files.ts';

const file = (name: string, content = 'pole,lamp') => new File([content], name);
const WRONG_TYPE = 'Only images (JPG, PNG, GIF, WebP) and documents (PDF, DOCX, CSV) are allowed';
const MISFIT = "This file's contents don't match its extension, or it can't be read.";
const EMPTY = 'This file is empty';
/** A file that its disk or its cloud has lost or changed since it was chosen. */
class LostFile extends File {
  override arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
}
const rules = {
  added: [] as File[],
  max: 3,
  maxBytes: 1000,
  shrinking: { from: 1000, area: 10_000 },
  kind: 'documents' as const,
  tooMany: 'Too many',
};
const check = (chosen: readonly File[], own: Partial<typeof rules> = {}) => checkFiles(chosen, { ...rules, ...own });

it('every refused file is named, by the reason, and the good ones stay', async () => {
  const good = file('poles.csv');
  const { good: kept, problem } = await check([file('run.exe'), good, file('page.html'), file('empty.csv', '')]);
  expect(kept.map(({ name }) => name)).toEqual([good.name]);
  expect(problem).toBe(`run.exe, page.html: ${WRONG_TYPE}. empty.csv: ${EMPTY}`);
});

it('files beyond the room are left out, and the refused ones are named all the same', async () => {
  const { good, problem } = await check([file('a.csv'), file('run.exe'), file('b.csv')], { max: 1 });
  expect(good.map(({ name }) => name)).toEqual(['a.csv']);
  expect(problem).toBe(`run.exe: ${WRONG_TYPE}. Too many`);
});

it('refuses a file with the name of a picture that holds none, and renames a misnamed picture', async () => {
  const { good, problem } = await check([
    file('a.jpg'),
    file('b.jpg', 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000'),
    file('cut.gif', 'GIF89a'),
  ]);
  expect(good.map(({ name, type }) => [name, type])).toEqual([['b.gif', 'image/gif']]);
  expect(problem).toBe(`a.jpg, cut.gif: ${MISFIT}`);
});

it('keeps the bytes and the time of a renamed file', async () => {
  const chosen = new File(['pole,lamp\n'], '1000012345', { lastModified: 5 });
  const [good] = (await check([chosen])).good;
  expect(good).toMatchObject({ name: '1000012345.csv', type: 'text/csv', lastModified: 5 });
  expect(await good?.text()).toBe('pole,lamp\n');
});

const heic = (name: string) => file(name, '\0\0\0\u0018ftypheic\0\0\0\0mif1heic');

it('says what to do about a HEIC photo', async () => {
  expect(await check([heic('photo.jpg')])).toEqual({
    good: [],
    problem: `photo.jpg: ${WRONG_TYPE}`,
    advice:
      'photo.jpg is a HEIC photo. Save it as JPG, or on an iPhone choose Most Compatible in Settings > Camera > Formats and take it again.',
  });
});

it('says it once for several HEIC photos', async () => {
  const { advice } = await check([heic('a.HEIC'), file('run.exe'), heic('b.HEIC')]);
  expect(advice).toMatch(/^a\.HEIC, b\.HEIC are HEIC photos\. Save them as JPG, /);
});

it('gives no advice about other files', async () => {
  expect((await check([file('run.exe')])).advice).toBeNull();
});

it('refuses a large document by its size, and a large file of another type by its type', async () => {
  const large = 'x'.repeat(5 * 1024 * 1024);
  const { problem } = await check([file('list.csv', large), file('1000012345', large), file('run.exe', large)]);
  expect(problem).toBe(`list.csv, 1000012345: Each file must be less than 5MB. run.exe: ${WRONG_TYPE}`);
});

it('a file that is too much for all together is named, and the others stay', async () => {
  const added = [file('first.csv', 'x'.repeat(600))];
  const checked = await check([file('large.csv', 'x'.repeat(500)), file('small.csv', 'x'.repeat(300))], { added });
  expect(checked.good.map(({ name }) => name)).toEqual(['small.csv']);
  expect(checked.problem).toBe('large.csv: All files together can have at most 15MB');
});

it('files of the same name get different names', async () => {
  const added = [file('image.csv')];
  const { good } = await check([file('image.csv'), file('image.csv')], { added });
  expect(good.map(({ name }) => name)).toEqual(['image (2).csv', 'image (3).csv']);
});

it('a reason that ends with a period gets no second one', async () => {
  const { problem } = await check([file('a.pdf'), file('b.csv', '')]);
  expect(problem).toBe(`a.pdf: ${MISFIT} b.csv: ${EMPTY}`);
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
  expect((await check([new LostFile([], 'photos')])).problem).toBe(`photos: ${WRONG_TYPE}`);
});
