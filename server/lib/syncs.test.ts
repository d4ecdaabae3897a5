import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { plain, writeStored } from '../backup/stored.ts';
import { createFile, renameDurably, replaceFile } from './durable.ts';
import { createLocalFileStore } from './file-store.ts';
import { createLineFile } from './line-file.ts';

/** How often this process asks the disk to keep what it was given. */
let folder: string;
let syncs: ReturnType<typeof vi.spyOn>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-syncs-'));
  const handle = await open(folder);
  syncs = vi.spyOn(Object.getPrototypeOf(handle) as { sync(): Promise<void> }, 'sync');
  await handle.close();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});
const at = (name: string) => path.join(folder, name);

it.each<[what: string, before: () => Promise<unknown>, write: () => Promise<unknown>, times: number]>([
  ['a file that replaces another: its content and its name', async () => undefined, () => replaceFile(at('a'), 'x'), 2],
  ['a file that is written once: its content and its name', async () => undefined, () => createFile(at('b'), 'x'), 2],
  ['a new name', () => writeFile(at('c'), 'x'), () => renameDurably(at('c'), at('d')), 1],
  [
    'the first line of a file: the line and the name',
    async () => undefined,
    () => createLineFile(at('e')).append(['x']),
    2,
  ],
  ['a further line', () => createLineFile(at('f')).append(['x']), () => createLineFile(at('f')).append(['y']), 1],
  ['a file of a backup', async () => undefined, () => writeStored(at('g'), [Buffer.from('x')], plain), 1],
  [
    'a stored file: its content and its name',
    async () => undefined,
    async () => (await createLocalFileStore(folder)).put('11111111-1111-4111-8111-111111111111', Buffer.from('x')),
    2,
  ],
])('the disk is asked to keep %s', async (_, before, write, times) => {
  await before();
  syncs.mockClear();
  await write();
  expect(syncs).toHaveBeenCalledTimes(times);
});
