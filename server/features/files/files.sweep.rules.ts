/** More files than this, or a larger share of all files, are not what a crash leaves: the database is the wrong one. */
export const MOST_AT_ONCE = 20;
const MOST_SHARE = 0.05;

/**
 * Why the files without a row must not be put aside now; null when they may.
 * @param found.orphans how many files have no row and are old enough
 * @param found.known how many have a row
 * @param found.total how many there are
 */
export function sweepRefusal(
  found: { orphans: number; known: number; total: number },
  database: { createdNow: boolean; sameInstallation: boolean },
): string | null {
  if (!database.sameInstallation) return 'the data folder and the database belong to different installations';
  if (database.createdNow) return 'the database was created in this start';
  if (found.known === 0) return 'the database knows none of the stored files';
  if (found.orphans > MOST_AT_ONCE) return `more than ${MOST_AT_ONCE} files have no row`;
  // A crash leaves a single file, also where there are few.
  if (found.orphans > 1 && found.orphans > found.total * MOST_SHARE)
    return `more than ${MOST_SHARE * 100} % of the files have no row`;
  return null;
}

/** The day that the trash files something under, in UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
