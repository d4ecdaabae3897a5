import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
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
  it('returns the stored bytes, and its folder is closed to other accounts', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 26]);
    await store.put('key', bytes);
    const stream = await store.read('key');
    expect(stream && (await buffer(stream))).toEqual(bytes);
    expect(await readFile(path.join(folder, 'files', 'key'))).toEqual(bytes);
    expect((await stat(path.join(folder, 'files'))).mode & 0o777).toBe(0o700);
  });

  it('returns null for a missing file and for a discarded one', async () => {
    expect(await store.read('nothing')).toBeNull();
    await store.put('gone', Buffer.from('x'));
    await store.discard('gone', '2026-11-21');
    expect(await store.read('gone')).toBeNull();
  });

  it('fails with the system’s error code, from which the refusal is derived', async () => {
    await mkdir(path.join(folder, 'files', 'a-folder'));
    await expect(store.put('a-folder', Buffer.from('x'))).rejects.toMatchObject({ code: 'EISDIR' });
  });

  // Only root can mount the small disk that this test fills.
  it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
    'fails with ENOSPC on a full disk, and leaves no partial file',
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
