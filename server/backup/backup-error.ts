/** Something about a back-up or its target that the person at the terminal can act on. Nothing was changed. */
export class BackupError extends Error {}
