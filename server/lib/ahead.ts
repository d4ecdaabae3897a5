/** The most that the clocks of machines on one database differ (server/db/clock.ts), with a margin, in milliseconds. */
export const CLOCKS_MS = 60_000;

/** The latest time that can have been stored by now. */
export const latestAt = (now: Date): Date => new Date(now.getTime() + CLOCKS_MS);

/** Whether a time was stored by a clock that was ahead. What follows from a time that is over doesn't follow from such a one. */
export const isAhead = (at: Date, now: Date): boolean => at > latestAt(now);
