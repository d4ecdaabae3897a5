import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { FileStore } from '../lib/file-store.ts';

const DAY = '2026-11-21';
const bytes = Buffer.from([0, 255, 13, 10, 26]);

async function all<T>(listing: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of listing) found.push(one);
  return found;
}

/** What every file store does. `open` returns one that may hold other files, and its local folder. */
export function describeFileStore(name: string, open: () => { store: FileStore; folder: string }): void {
  const keys = async () => (await all(open().store.list())).map(({ key }) => key);
  const trash = async () =>
    (await all(open().store.listTrash())).filter(({ day }) => day === DAY).map(({ key }) => key);
  const content = async (key: string) => {
    const stream = await open().store.read(key);
    return stream && buffer(stream);
  };
  const drafts = () => readdir(path.join(open().folder, 'incoming'));

  describe(`${name}: what every file store does`, () => {
    it('returns the stored bytes with their size and hash, and keeps no draft', async () => {
      await open().store.put('whole', bytes);
      expect(await content('whole')).toEqual(bytes);
      const sha256 = createHash('sha256').update(bytes).digest();
      expect(await open().store.digest('whole')).toEqual({ size: 5, sha256 });
      expect(await drafts()).toEqual([]);
    });

    it('returns null for a missing file', async () => {
      expect(await open().store.read('nothing')).toBeNull();
      expect(await open().store.digest('nothing')).toBeNull();
    });

    it('lists the keys with the time of their last change', async () => {
      const before = Date.now();
      await open().store.put('listed', bytes);
      const found = (await all(open().store.list())).find(({ key }) => key === 'listed');
      // A listing may have whole seconds.
      expect(Math.abs((found?.changedAt.getTime() ?? 0) - before)).toBeLessThan(60_000);
    });

    it('takes a file to the trash and back, and erases it there', async () => {
      await open().store.put('moved', bytes);
      await open().store.discard('moved', DAY);
      expect(await content('moved')).toBeNull();
      expect(await keys()).not.toContain('moved');
      expect(await trash()).toEqual(['moved']);
      await open().store.restore('moved', DAY);
      expect(await content('moved')).toEqual(bytes);
      expect(await trash()).toEqual([]);
      await open().store.discard('moved', DAY);
      await open().store.erase('moved', DAY);
      await open().store.erase('moved', DAY);
      expect(await trash()).toEqual([]);
      expect(await keys()).not.toContain('moved');
    });

    it('refuses to move what is not there', async () => {
      await expect(open().store.discard('nothing', DAY)).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(open().store.restore('nothing', DAY)).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it('completes a move that a crash has left in both places, in either direction', async () => {
      for (const move of ['discard', 'restore'] as const) {
        await open().store.put('twice', bytes);
        await open().store.discard('twice', DAY);
        await open().store.put('twice', bytes);
        await open().store[move]('twice', DAY);
        expect(await trash()).toEqual(move === 'discard' ? ['twice'] : []);
        expect(await content('twice')).toEqual(move === 'discard' ? null : bytes);
      }
      await open().store.discard('twice', DAY);
      await open().store.erase('twice', DAY);
    });

    it('replaces a file as a whole', async () => {
      await open().store.put('again', bytes);
      await open().store.put('again', Buffer.alloc(300_000, 1));
      expect(await content('again')).toEqual(Buffer.alloc(300_000, 1));
    });
  });
}
