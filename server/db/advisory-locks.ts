/** The numbers of this product's advisory locks. A database has one space for them all: two uses of one number wait for each other. */
export const advisoryLocks = {
  /** One process seals the audit trail. */
  sealing: 5_207_413_011,
  /** One process grants rights at its start. */
  granting: 5_207_413_012,
  /** One transaction writes views of requests. */
  views: 5_207_413_013,
  /** One process builds the indexes of searched texts. */
  searchIndexes: 5_207_413_014,
} as const;
