import { expect, it } from 'vitest';
import { FILE_BYTES_LIMIT, fileTexts } from '../files.ts';
import { type FileType, namedAs, sizeProblem } from './file-types.ts';

it.each<[string, FileType, string]>([
  ['pole.jpg', 'jpg', 'pole.jpg'],
  ['POLE.JPEG', 'jpg', 'POLE.JPEG'],
  ['pole.jfif', 'jpg', 'pole.jpg'],
  ['pole.JPE', 'jpg', 'pole.jpg'],
  ['1000012345', 'jpg', '1000012345.jpg'],
  ['screen.png', 'jpg', 'screen.jpg'],
  ['chat.v2.jpg', 'webp', 'chat.v2.webp'],
  ['IMG_3560.HEIC', 'jpg', 'IMG_3560.jpg'],
  ['pole.apng', 'png', 'pole.png'],
  ['plan v1.2', 'pdf', 'plan v1.2.pdf'],
  ['E-101 Rev. B', 'pdf', 'E-101 Rev. B.pdf'],
  ['fixtures.xls', 'csv', 'fixtures.csv'],
  ['page.html', 'png', 'page.html.png'],
  ['photo.', 'jpg', 'photo.jpg'],
  ['.jpg', 'jpg', '.jpg'],
])('%s of type %s is named %s', (name, type, named) => {
  expect(namedAs(name, type)).toBe(named);
});

it.each([
  ['plan.pdf', 1, null],
  ['plan.pdf', 0, 'This file is empty'],
  ['1000012345', 0, 'This file is empty'],
  ['plan.pdf', FILE_BYTES_LIMIT - 1, null],
  ['plan.pdf', FILE_BYTES_LIMIT, fileTexts.tooLarge],
  ['run.exe', 0, fileTexts.wrongType],
])('%s of %i bytes: %s', (name, size, problem) => {
  expect(sizeProblem({ name, size }, 'documents')).toBe(problem);
});
