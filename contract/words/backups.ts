/** The limits for how many daily, weekly and monthly back-ups are kept. */
export const backupsKept = {
  daily: { least: 1, most: 60 },
  weekly: { least: 0, most: 60 },
  monthly: { least: 0, most: 60 },
} as const;

/** Why no back-up can be written to the folder of the back-ups. */
export const backupFolderProblems = ['missing', 'unwritable', 'silent'] as const;
export type BackupFolderProblem = (typeof backupFolderProblems)[number];

/** The number of back-ups in a list. */
export const BACKUPS_SHOWN = 10;

export const backupTexts = {
  noFolder: 'Set BACKUP_DIR on the server first. Back-ups have no place to go.',
  running: 'A back-up is under way. Wait until it has ended.',
} as const;
