import { openPromise, type ZipFile } from 'yauzl';

const MAX_DECLARED = 50 * 1024 * 1024;
const MAX_ENTRIES = 1_000;
const MAX_RATIO = 100;

/**
 * Whether an archive is safe to store (threats T9). Reads the archive's directory only and unpacks nothing. It may declare at
 * most 1,000 entries, 50 MB in all, and a hundred times the archive's own size.
 * @param size of the archive, in bytes
 */
export async function isSafeArchive(file: string, size: number): Promise<boolean> {
  let archive: ZipFile | undefined;
  try {
    archive = await openPromise(file, { autoClose: false });
    if (archive.entryCount > MAX_ENTRIES) return false;
    let declared = 0;
    for await (const entry of archive.eachEntry()) {
      declared += entry.uncompressedSize;
      if (declared > MAX_DECLARED || declared > size * MAX_RATIO) return false;
    }
    return true;
  } catch {
    return false;
  } finally {
    archive?.close();
  }
}
