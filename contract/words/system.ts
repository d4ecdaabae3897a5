/** The health levels of a part of the product. `off`: it is not set up, which is no fault. `unknown`: it could not be read. */
export const systemLevels = ['off', 'fine', 'unknown', 'warning', 'bad'] as const;
export type SystemLevel = (typeof systemLevels)[number];

/** The thresholds of the warnings on the System page. */
export const systemThresholds = {
  /** The free share of a disk. */
  disk: { warning: 0.1 },
  /** The share of the connections that the database allows. */
  connections: { warning: 0.8, bad: 0.95 },
  /** The age of the last back-up, in hours. A day has up to 25. */
  backup: { warning: 26, bad: 50 },
  /** The free space for the next back-up, as a multiple of the last one's size. */
  backupRoom: { warning: 5, bad: 1.2 },
  /** The number of waiting jobs. */
  jobsWaiting: { warning: 200 },
  /** The number of waiting mails. */
  mailsWaiting: { warning: 50 },
  /** The age of the virus scanner's signatures, in days. New ones come several times a day. */
  signatures: { warning: 7 },
  /** The age of the oldest unsealed entry of the trail, in seconds. */
  unsealed: { warning: 60, bad: 600 },
  /** The age of the last verification of the trail, in days. */
  verified: { warning: 35 },
} as const;
