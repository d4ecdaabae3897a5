import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** The tests that docs/COVERAGE.md names: a file, and its test's title unless the whole file is meant. */
const named = [
  ...readFileSync(path.join(root, 'docs/COVERAGE.md'), 'utf8').matchAll(/`([^`]+\.(?:spec|test)\.ts)`(?:: ([^<|]+))?/g),
]
  .map(([, file = '', title = '']) => ({ file, title: title.trim() }))
  .filter(({ file }) => !file.startsWith('tools/'));

it('names tests', () => {
  expect(named.length).toBeGreaterThan(100);
});

it.each(named)('$file has a test "$title"', ({ file, title }) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toContain(title);
});
