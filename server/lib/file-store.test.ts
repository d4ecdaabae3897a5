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
  it('gives back what it was given, in a folder for nobody else', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 26]);
    await store.put('key', bytes);
    const stream = await store.read('key');
    expect(stream && (await buffer(stream))).toEqual(bytes);
    expect(await readFile(path.join(folder, 'files', 'key'))).toEqual(bytes);
    expect((await stat(path.join(folder, 'files'))).mode & 0o777).toBe(0o700);
  });

  it('answers null for what is not there, also after it was put aside', async () => {
    expect(await store.read('nothing')).toBeNull();
    await store.put('gone', Buffer.from('x'));
    await store.discard('gone', '2026-11-21');
    expect(await store.read('gone')).toBeNull();
  });

  it('fails with the system’s own code, which says what to tell the caller', async () => {
    await mkdir(path.join(folder, 'files', 'a-folder'));
    await expect(store.put('a-folder', Buffer.from('x'))).rejects.toMatchObject({ code: 'EISDIR' });
  });

  // Only root can mount a disk of its own for this.
  it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
    'says ENOSPC on a full disk, and leaves no part',
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
