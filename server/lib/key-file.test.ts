import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureKeyFile, readKeyFile } from './key-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-key-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a key file is made once by eight concurrent callers, is readable by its owner only, and leaves no draft', async () => {
  const file = path.join(folder, 'new', 'a.key');
  expect(await readKeyFile(file)).toBeNull();
  const keys = await Promise.all(Array.from({ length: 8 }, () => ensureKeyFile(file)));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect(await readKeyFile(file)).toEqual(keys[0]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.dirname(file))).toEqual(['a.key']);
});

it('a damaged key file is never replaced', async () => {
  const file = path.join(folder, 'damaged.key');
  await writeFile(file, 'ab');
  await expect(ensureKeyFile(file)).rejects.toThrow(`${file} holds no key`);
});
