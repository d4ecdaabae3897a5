/** A crash leaves no more files without a row than this. More, or a larger share of all files, mean a wrong database. */
export const MOST_AT_ONCE = 20;
const MOST_SHARE = 0.05;

/**
 * Why the files without a row must not go to the trash now; null when they may.
 * @param found.orphans the number of files without a row that are old enough
 * @param found.known the number of files with a row
 * @param found.total the number of all files
 */
export function sweepRefusal(
  found: { orphans: number; known: number; total: number },
  database: { createdNow: boolean; sameInstallation: boolean },
): string | null {
  if (!database.sameInstallation) return 'the data folder and the database belong to different installations';
  if (database.createdNow) return 'the database was created in this start';
  if (found.known === 0) return 'the database knows none of the stored files';
  if (found.orphans > MOST_AT_ONCE) return `more than ${MOST_AT_ONCE} files have no row`;
  // A single file is allowed at any share, because a crash may leave one among few.
  if (found.orphans > 1 && found.orphans > found.total * MOST_SHARE)
    return `more than ${MOST_SHARE * 100} % of the files have no row`;
  return null;
}
