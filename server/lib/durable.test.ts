import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFile, replaceFile } from './durable.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-durable-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('a file that is replaced has its new content only, for its owner, and no draft is beside it', async () => {
  const file = path.join(folder, 'new', 'a');
  await replaceFile(file, 'a longer first content');
  await replaceFile(file, Buffer.from('second'));
  expect(await readFile(file, 'utf8')).toBe('second');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.dirname(file))).toEqual(['a']);
});

it('a draft that a killed writer has left is taken by the next one', async () => {
  const file = path.join(folder, 'a');
  await writeFile(`${file}.part`, 'half of a much longer content');
  await replaceFile(file, 'whole', `${file}.part`);
  expect(await readFile(file, 'utf8')).toBe('whole');
  expect(await readdir(folder)).toEqual(['a']);
});

it('a file that is there already is not created anew', async () => {
  const file = path.join(folder, 'a');
  await createFile(file, 'first');
  await createFile(file, 'second');
  expect(await readFile(file, 'utf8')).toBe('first');
  expect(await readdir(folder)).toEqual(['a']);
});

it('what cannot be put in its place leaves no draft', async () => {
  const file = path.join(folder, 'a');
  await replaceFile(path.join(file, 'inside'), 'content');
  await expect(replaceFile(file, 'content')).rejects.toMatchObject({ syscall: 'rename' });
  expect(await readdir(folder)).toEqual(['a']);
});
