import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalFileStore, type FileStore } from './file-store.ts';

let folder: string;
let store: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-store-'));
  store = await createLocalFileStore(path.join(folder, 'files'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the local file store', () => {
  it('gives back what it was given, in a folder for nobody else', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 26]);
    await store.put('key', bytes);
    const stream = await store.read('key');
    expect(stream && (await buffer(stream))).toEqual(bytes);
    expect(await readFile(path.join(folder, 'files', 'key'))).toEqual(bytes);
    expect((await stat(path.join(folder, 'files'))).mode & 0o777).toBe(0o700);
  });

  it('answers null for what is not there, also after it was removed', async () => {
    expect(await store.read('nothing')).toBeNull();
    await store.put('gone', Buffer.from('x'));
    await store.remove('gone');
    expect(await store.read('gone')).toBeNull();
  });

  it('fails with the system’s own code, which says what to tell the caller', async () => {
    await mkdir(path.join(folder, 'files', 'a-folder'));
    await expect(store.put('a-folder', Buffer.from('x'))).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it.runIf(existsSync('/dev/full'))('says ENOSPC on a full disk', async () => {
    await symlink('/dev/full', path.join(folder, 'files', 'full'));
    await expect(store.put('full', Buffer.from('x'))).rejects.toMatchObject({ code: 'ENOSPC' });
  });
});
