import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
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

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
/** How docs/SECURITY.md shortens the folders of three features. */
const FEATURES: Readonly<Record<string, string>> = { R: 'requests', F: 'files', U: 'users' };
const documents = ['README.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

it.each(documents)('%s names only files that there are', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const paths = [...text.matchAll(/`((?!dist\/)\w[\w.-]*\/[\w./-]+\.(?:tsx?|mjs|cjs|sql|typ|md|css|json))`/g)].map(
    ([, name = '']) => name.replace(/^([RFU])\//, (_, letter: string) => `server/features/${FEATURES[letter]}/`),
  );
  // A path may leave out the folders that the text is about.
  expect(paths.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});
