/** In milliseconds: an older answer says too little about today's work. */
const KEPT_FOR = 14 * 24 * 3_600_000;

const prefixOf = (userId: number) => `${userId}/`;

/** The key under which a user's read is kept. */
export const keyOf = (userId: number, name: string): string => `${prefixOf(userId)}${name}`;

/** The keys of everyone but this user; with null, all keys. */
export const keysOfOthers = (all: readonly string[], userId: number | null): string[] =>
  all.filter((key) => userId === null || !key.startsWith(prefixOf(userId)));

/** Whether an answer is new enough to be shown. Times are in milliseconds since 1970. */
export const isCurrent = ({ at }: { at: number }, now: number): boolean => now - at < KEPT_FOR;
