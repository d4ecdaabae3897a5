import { DRAFT_FILES_KEY } from '#web/lib/forms/draft-storage.ts';

/** Stores files in IndexedDB, because they are too large for local storage. Loaded only when there are files. */
const database = () => import('idb-keyval');

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

/** Reads the draft's files; an empty list if there are none or they cannot be read. */
export async function readDraftFiles(): Promise<File[]> {
  try {
    await last;
    const files: unknown = await (await database()).get(DRAFT_FILES_KEY);
    return isFiles(files) ? files : [];
  } catch {
    return [];
  }
}

/** Replaces the draft's stored files. */
export const writeDraftFiles = (files: readonly File[]): Promise<void> =>
  inTurn(async () => {
    const { del, set } = await database();
    await (files.length ? set(DRAFT_FILES_KEY, [...files]) : del(DRAFT_FILES_KEY));
  });
