import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFileStore } from '../testing/file-store-contract.ts';
import { createLocalFileStore, type FileStore } from './file-store.ts';

let folder: string;
let store: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-store-'));
  store = await createLocalFileStore(path.join(folder, 'files'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeFileStore('The local file store', () => ({ store, folder: path.join(folder, 'files') }));

describe('the local file store', () => {
  it('keeps a file under its key, and its folder is closed to other accounts', async () => {
    await store.put('key', Buffer.from('x'));
    expect(await readFile(path.join(folder, 'files', 'key'))).toEqual(Buffer.from('x'));
    expect((await stat(path.join(folder, 'files'))).mode & 0o777).toBe(0o700);
  });

  it('fails with the system’s error code, from which the refusal is derived', async () => {
    await mkdir(path.join(folder, 'files', 'a-folder'));
    await expect(store.put('a-folder', Buffer.from('x'))).rejects.toMatchObject({ code: 'EISDIR' });
  });

  // Only root can mount the small disk that this test fills.
  it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
    'fails with ENOSPC on a full disk, and leaves no partial file (needs root on Linux)',
    async () => {
      const disk = await mkdtemp(path.join(tmpdir(), 'switchboard-disk-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
      try {
        const small = await createLocalFileStore(disk);
        await expect(small.put('large', Buffer.alloc(100_000))).rejects.toMatchObject({ code: 'ENOSPC' });
        expect(await readdir(disk)).toEqual(['incoming']);
        expect(await readdir(path.join(disk, 'incoming'))).toEqual([]);
        await small.put('small', Buffer.alloc(1_000));
        expect(await small.read('large')).toBeNull();
      } finally {
        execFileSync('umount', [disk]);
        await rm(disk, { recursive: true });
      }
    },
  );
});
