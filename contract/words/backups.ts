/** The limits for how many daily, weekly and monthly back-ups are kept. */
export const backupsKept = {
  daily: { least: 1, most: 60 },
  weekly: { least: 0, most: 60 },
  monthly: { least: 0, most: 60 },
} as const;

/** Why no backup can be written to the folder of the backups. `unmounted`: the last one went to another disk than it is on now. */
export const backupFolderProblems = ['missing', 'unwritable', 'silent', 'unmounted'] as const;
export type BackupFolderProblem = (typeof backupFolderProblems)[number];

/** The number of back-ups in a list. */
export const BACKUPS_SHOWN = 10;

export const backupTexts = {
  noFolder: 'Set BACKUP_DIR on the server first. Back-ups have no place to go.',
  running: 'A back-up is under way. Wait until it has ended.',
  folder: {
    missing:
      'The folder of the backups is not there. Mount its disk on the server, or set BACKUP_DIR to another folder.',
    unwritable:
      'The folder of the backups cannot be written. Let the account that Switchboard runs as write there; when its disk was away, restart Switchboard.',
    silent:
      'The disk of the backups does not answer. Check its mount on the server; if it hangs there as well, restart the server.',
    unmounted:
      'The folder of the backups is on the disk of the data now, and had a disk of its own at the last backup. Mount that disk, or set BACKUP_DIR to another folder.',
  } satisfies Record<BackupFolderProblem, string>,
} as const;
