const MEGABYTE = 1024 * 1024;
const MAX_ENTRIES = 1_000;
const MAX_DECLARED = 50 * MEGABYTE;
const MAX_RATIO = 100;
/** In bytes: less is no bomb, however well it is packed. A pasted screenshot of a large monitor has 33 MB. */
const RATIO_FROM = 40 * MEGABYTE;

/** How an archive's directory is read. Both sides pass the same library. */
export type Unzip = (bytes: Uint8Array, options: { filter: (entry: { originalSize: number }) => boolean }) => unknown;

/**
 * Whether an archive is safe to open (threats T9). Reads its directory only and unpacks nothing. It may declare at most 1,000 entries and
 * 50 MB in all, and above 40 MB at most a hundred times its own size.
 */
export function isSafeArchive(bytes: Uint8Array, unzip: Unzip): boolean {
  let [entries, declared] = [0, 0];
  const count = ({ originalSize }: { originalSize: number }) => {
    entries += 1;
    declared += originalSize;
    if (entries > MAX_ENTRIES || declared > MAX_DECLARED) throw new Error('an archive is too large');
    return false;
  };
  try {
    unzip(bytes, { filter: count });
    return entries > 0 && declared <= Math.max(RATIO_FROM, bytes.length * MAX_RATIO);
  } catch {
    return false;
  }
}
