/** How a part of the product stands. `unknown`: it could not be read. */
export const systemLevels = ['fine', 'unknown', 'warning', 'bad'] as const;
export type SystemLevel = (typeof systemLevels)[number];

/** From where on the System page warns, and from where on it says that something is bad. */
export const systemThresholds = {
  /** The free share of a disk. */
  disk: { warning: 0.1 },
  /** The share of the connections that the database allows. */
  connections: { warning: 0.8, bad: 0.95 },
  /** The age of the last back-up, in hours. A day has up to 25. */
  backup: { warning: 26, bad: 50 },
  /** The room for the next back-up, in sizes of the last one. */
  backupRoom: { warning: 5, bad: 1.2 },
  /** Jobs that wait. */
  jobsWaiting: { warning: 200 },
  /** Mails that wait. */
  mailsWaiting: { warning: 50 },
  /** The age of the oldest entry of the trail without a seal, in seconds. */
  unsealed: { warning: 60, bad: 600 },
  /** The age of the last verification of the trail, in days. */
  verified: { warning: 35 },
} as const;
