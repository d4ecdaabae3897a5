/** Files are too large for local storage; the browser's database takes them as they are. Loaded when there are any. */
const database = () => import('idb-keyval');
const STORED = 'request_draft_files';

const isFiles = (value: unknown): value is File[] =>
  Array.isArray(value) && value.every((item) => item instanceof File);

/** One write after the other: the last choice is what stays. */
let last: Promise<void> = Promise.resolve();
function inTurn(step: () => Promise<void>): Promise<void> {
  last = last.then(step).catch(() => {
    // Blocked or full: the form works without, as long as its page stays open.
  });
  return last;
}

/** The files of the draft; none when there are none or when they cannot be read. */
export async function readDraftFiles(): Promise<File[]> {
  try {
    await last;
    const files: unknown = await (await database()).get(STORED);
    return isFiles(files) ? files : [];
  } catch {
    return [];
  }
}

/** Keeps these files with the draft, in place of those before. */
export const writeDraftFiles = (files: readonly File[]): Promise<void> =>
  inTurn(async () => {
    const { del, set } = await database();
    await (files.length ? set(STORED, [...files]) : del(STORED));
  });
