import { storedFiles } from './draft.stored.ts';

const isFiles = (value: unknown): value is File[] =>
  Array.isArray(value) && value.every((item) => item instanceof File);

/** Runs the writes one after the other, so that the last choice is the stored one. */
let last: Promise<void> = Promise.resolve();
function inTurn(step: () => Promise<void>): Promise<void> {
  last = last.then(step).catch(() => {
    // Storage is blocked or full: the files last as long as the page is open.
  });
  return last;
}

/** Reads the files of the draft with this key; an empty list if there are none or they cannot be read. */
export async function readDraftFiles(key: string): Promise<File[]> {
  try {
    await last;
    const files: unknown = await storedFiles.get(key);
    return isFiles(files) ? files : [];
  } catch {
    return [];
  }
}

/** Replaces the stored files of the draft with this key. */
export const writeDraftFiles = (key: string, files: readonly File[]): Promise<void> =>
  inTurn(() => (files.length ? storedFiles.setMany([[key, [...files]]]) : storedFiles.delMany([key])));

/** Removes the stored files whose key `isOver` accepts: those of drafts that no tab can show any more. */
export const dropFilesOf = (isOver: (key: string) => boolean): Promise<void> =>
  inTurn(async () => {
    await storedFiles.delMany((await storedFiles.keys()).filter(isOver));
  });
