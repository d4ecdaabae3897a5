import path from 'node:path';

/** How many files a folder of source may have. Tests beside the code are not counted: each belongs to a file that is. */
const MAX_FILES = 20;

type Exceptions = Readonly<Record<string, { atMost: number; because: string }>>;

/** Folders that have more files. One that shrinks lowers its number, or leaves the list; only the migrations grow. */
const EXCEPTIONS: Exceptions = {
  contract: { atMost: 31, because: 'a file per feature: the list of the features is the order' },
  'server/db/migrations': { atMost: Number.POSITIVE_INFINITY, because: 'a file per step, in the order of its numbers' },
  'server/lib': { atMost: 46, because: 'helpers of one file each that know no feature and rarely each other' },
  'server/testing': { atMost: 40, because: 'helpers of one file each that only tests import' },
  tools: { atMost: 41, because: 'a file per command, named as it is called' },
  'web/domain': { atMost: 28, because: 'what several features show, each by its own name' },
};

const SOURCE = /^(bench|contract|demo|documents|e2e|server|tools|web)\//;
const TEST = /\.(test|test-d|spec)\.tsx?$/;

/**
 * @param files every file of the project, by its path
 * @returns one line for each folder that has too many files, and for each exception that nothing needs
 */
export function roomProblems(files: readonly string[], exceptions: Exceptions = EXCEPTIONS): string[] {
  const sizes = new Map<string, number>(Object.keys(exceptions).map((folder) => [folder, 0]));
  for (const file of files) {
    if (!SOURCE.test(file) || TEST.test(file)) continue;
    const folder = path.posix.dirname(file);
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return [...sizes].flatMap(([folder, size]) => {
    const exception = exceptions[folder];
    const most = exception?.atMost ?? MAX_FILES;
    if (size > most) return [`${folder}: ${size} files, at most ${most}: divide it by subject`];
    if (exception && size <= MAX_FILES) return [`tools/structure/rooms.ts: ${folder} needs no exception any more`];
    return [];
  });
}
