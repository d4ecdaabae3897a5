import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLineFile } from './line-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-lines-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const all = async (lines: AsyncIterable<string>) => {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
};

it('grows by lines, for its owner only', async () => {
  const file = createLineFile(path.join(folder, 'new', 'lines'));
  expect(await file.last()).toBeNull();
  expect(await all(await file.snapshot())).toEqual([]);
  await file.append(['one']);
  await file.append(['two', 'three']);
  expect(await file.last()).toBe('three');
  expect(await all(await file.snapshot())).toEqual(['one', 'two', 'three']);
  expect((await stat(file.path)).mode & 0o777).toBe(0o600);
});

it('a snapshot does not contain later lines', async () => {
  const file = createLineFile(path.join(folder, 'snapshot'));
  await file.append(['one']);
  const lines = await file.snapshot();
  await file.append(['two']);
  expect(await all(lines)).toEqual(['one']);
});

it('a line that was cut short does not count, and the next line replaces it', async () => {
  const file = createLineFile(path.join(folder, 'cut'));
  await writeFile(file.path, 'half');
  expect(await file.last()).toBeNull();
  await file.append(['one']);
  await appendFile(file.path, 'x'.repeat(200_000));
  expect(await file.last()).toBe('one');
  expect(await all(await file.snapshot())).toEqual(['one']);
  await file.append(['two']);
  expect(await readFile(file.path, 'utf8')).toBe('one\ntwo\n');
});
