import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { NamedFile } from '../db/copy/dump.ts';
import { type FileStore, thumbnailKey } from '../lib/file-store.ts';
import { BackupError } from './backup-error.ts';
import { counting, type Step } from './check.ts';
import { eachOf } from './each-of.ts';
import { FILE_LIST, lineOf, placeOf } from './file-list.ts';
import { type Cipher, meter, writeStored } from './stored.ts';

/** What a back-up copies of the data folder. */
export type Copies = {
  /** Closes the list of the files after a failure. */
  abandon(): void;
  /** Copies one file under its name in the data folder. */
  add(name: string, source: Readable): Promise<void>;
  /**
   * Copies the stored files that rows name, and holds each against its row. Files without a row are left out.
   * @returns those that were known to be damaged or missing, and still are
   * @throws BackupError when one is missing, or differs from its row, and nobody knew it before
   */
  addNamed(from: Pick<FileStore, 'read' | 'place'>, named: AsyncIterable<NamedFile>, step: Step): Promise<string[]>;
  /** Completes the list of the files. @returns their number, their bytes in the back-up, and the hash of the list */
  finish(): Promise<{ count: number; bytes: number; sha256: string }>;
};

/** Begins the list of files in the folder of a back-up. */
export function createCopies(folder: string, cipher: Cipher): Copies {
  const total = { count: 0, bytes: 0 };
  const lines = new PassThrough();
  const list = writeStored(path.join(folder, FILE_LIST), lines, cipher);
  // A failure is told by `finish`, which is not called when something else failed before.
  list.catch(() => undefined);

  const add: Copies['add'] = async (name, source) => {
    const { bytes, sha256 } = await writeStored(placeOf(folder, name), source, cipher);
    lines.write(lineOf({ name, sha256 }, cipher.suffix));
    total.count += 1;
    total.bytes += bytes;
  };

  /** @returns whether the file, and its small picture, are there and as their row says */
  async function addFile(from: Pick<FileStore, 'read'>, { id, size, sha256, thumbnail }: NamedFile): Promise<boolean> {
    const small = thumbnail && (await from.read(thumbnailKey(id)));
    if (small) await add(`files/${thumbnailKey(id)}`, small);
    const source = await from.read(id);
    if (!source) return false;
    const measured = meter();
    await Promise.all([add(`files/${id}`, measured), pipeline(source, measured)]);
    const found = measured.result();
    return small !== null && found.bytes === size && found.sha256 === sha256.toString('hex');
  }

  return {
    abandon: () => void lines.destroy(),
    add,
    async addNamed(from, named, step) {
      const damaged: string[] = [];
      const progress = counting(step, 'Files', null);
      let done = 0;
      await eachOf(named, async (file) => {
        if (!(await addFile(from, file))) {
          if (!file.damaged)
            throw new BackupError(`The stored file ${file.id} in ${from.place} is missing or damaged.`);
          damaged.push(file.id);
        }
        done += 1;
        progress(done);
      });
      return damaged.sort();
    },
    async finish() {
      lines.end();
      const { sha256 } = await list;
      return { ...total, sha256 };
    },
  };
}
