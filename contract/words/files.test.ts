import { expect, it } from 'vitest';
import { FILE_BYTES_LIMIT, fileProblem, fileTexts } from './files.ts';

it.each([
  ['plan.pdf', 1, null],
  ['plan.pdf', 0, 'This file is empty'],
  ['plan.pdf', FILE_BYTES_LIMIT, fileTexts.tooLarge],
  ['run.exe', 0, fileTexts.wrongType],
])('%s of %i bytes: %s', (name, size, problem) => {
  expect(fileProblem({ name, size }, 'documents')).toBe(problem);
});
