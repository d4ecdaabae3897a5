import { type BackupFolderProblem, backupTexts } from '#contract/words/backups.ts';
import { systemThresholds as limits, type SystemLevel, systemLevels } from '#contract/words/system.ts';
import { cut } from '#server/lib/cut.ts';
import type { FailingJob } from './system.figures.repo.ts';

/** The level of a part, and what to do. */
export type Verdict = { level: SystemLevel; advice: string };

const fine = (advice: string): Verdict => ({ level: 'fine', advice });
const off = (advice: string): Verdict => ({ level: 'off', advice });
const warning = (advice: string): Verdict => ({ level: 'warning', advice });
const bad = (advice: string): Verdict => ({ level: 'bad', advice });

export const UNREADABLE: Verdict = {
  level: 'unknown',
  advice: 'This could not be read in time. It is tried again; if it stays, look at the log of the server.',
};

/** The worst of several levels. */
export const worstOf = (levels: readonly SystemLevel[]): SystemLevel =>
  systemLevels.findLast((level) => levels.includes(level)) ?? 'fine';

const counted = (count: number, one: string) => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

export function judgeDatabase({ connections, max }: { connections: number; max: number }): Verdict {
  const share = connections / max;
  const what = 'Raise max_connections in PostgreSQL, or run fewer programs on it.';
  if (share >= limits.connections.bad)
    return bad(`Nearly all connections are in use, and calls begin to fail. ${what}`);
  if (share >= limits.connections.warning) return warning(`Most connections are in use. ${what}`);
  return fine('The database answers.');
}

type Room = { free_bytes: number; size_bytes: number };

/** @param sizes `minFree`: uploads are refused below it; `backup`: the size of the last back-up, or null */
export function judgeDisk(
  { data, backups }: { data: Room; backups: Room | null },
  sizes: { minFree: number; backup: number | null },
): Verdict {
  if (data.free_bytes < sizes.minFree)
    return bad('The data folder’s disk is full: uploads are refused. Make room on it now.');
  const fits = backups && sizes.backup ? backups.free_bytes / sizes.backup : Number.POSITIVE_INFINITY;
  if (fits < limits.backupRoom.bad) {
    return bad('The next back-up does not fit on its disk. Make room there, or keep fewer back-ups.');
  }
  const isLow = ({ free_bytes, size_bytes }: Room) => free_bytes / size_bytes < limits.disk.warning;
  if (isLow(data)) return warning('The data folder’s disk is nearly full. Make room on it before uploads are refused.');
  if (fits < limits.backupRoom.warning || (backups && isLow(backups))) {
    return warning('The disk of the back-ups is nearly full. Make room on it, or keep fewer back-ups.');
  }
  return fine('There is room enough.');
}

type Ended = { ended_at: string | null } | null;

type Backups = {
  enabled: boolean;
  has_folder: boolean;
  folder_problem: BackupFolderProblem | null;
  shares_disk: boolean;
  made: Ended;
  failed: Ended;
};

export function judgeBackups(
  { enabled, has_folder, folder_problem, shares_disk, made, failed }: Backups,
  now: Date,
): Verdict {
  const [madeAt, failedAt] = [made, failed].map((run) => (run?.ended_at ? Date.parse(run.ended_at) : null));
  const hours = madeAt == null ? Number.POSITIVE_INFINITY : (now.getTime() - madeAt) / 3_600_000;
  if (!has_folder) {
    return warning('Back-ups are off. Set BACKUP_DIR on the server to a folder on another disk.');
  }
  if (folder_problem) return bad(backupTexts.folder[folder_problem]);
  if (failedAt != null && failedAt > (madeAt ?? 0)) {
    const what = 'The last back-up failed. Remove its cause, then press Back Up Now.';
    return hours >= limits.backup.bad ? bad(what) : warning(what);
  }
  if (!enabled) return warning('Back-ups are not made by themselves. Switch them on under Settings, Back-ups.');
  if (madeAt == null)
    return warning('There is no back-up yet. The first one is made tonight, or when you press Back Up Now.');
  const days = 'Look whether the server runs at night, and press Back Up Now.';
  if (hours >= limits.backup.bad) return bad(`The last back-up is more than two days old. ${days}`);
  if (hours >= limits.backup.warning) return warning(`The last back-up is more than a day old. ${days}`);
  if (shares_disk) {
    return warning(
      'The backups are on the disk of the data, and would be lost with it. Set BACKUP_DIR to another disk.',
    );
  }
  return fine('The last back-up was read back, and is whole.');
}

export function judgeJobs({ waiting, failing }: { waiting: number; failing: number }): Verdict {
  if (failing)
    return bad(`${counted(failing, 'job')} failed after all tries. The reason stands below; the log says more.`);
  if (waiting >= limits.jobsWaiting.warning) {
    return warning('Many jobs wait. If their number does not fall, restart the server.');
  }
  return fine('All jobs are done in time.');
}

export function judgeMail({
  hasServer,
  waiting,
  failed,
}: {
  hasServer: boolean;
  waiting: number;
  failed: number;
}): Verdict {
  if (!hasServer) return warning('Mails are not sent: they are kept as files. Set SMTP_URL on the server.');
  if (waiting >= limits.mailsWaiting.warning) {
    return warning('Many mails wait. The mail server may not take them: send a test under Settings, Mail.');
  }
  if (failed)
    return warning(`${counted(failed, 'mail')} failed. The Send Log says why. There they are sent again or set aside.`);
  return fine('Mails go out.');
}

type ScannerFigures = { enabled: boolean; version: string | null; signatures_at: string | null };

export function judgeScanner({ enabled, version, signatures_at }: ScannerFigures, now: Date): Verdict {
  if (!enabled) return off('Uploads are not scanned for viruses. Set CLAMD_ADDRESS on the server to scan them.');
  if (version === null) {
    return bad('The virus scanner does not answer: files are refused. Start clamd again, or take CLAMD_ADDRESS away.');
  }
  const days = signatures_at === null ? 0 : (now.getTime() - Date.parse(signatures_at)) / 86_400_000;
  if (days >= limits.signatures.warning) {
    return warning('The virus scanner’s signatures are more than a week old. Look whether freshclam runs.');
  }
  return fine('Uploads are scanned for viruses.');
}

export function judgeTrail(
  { unsealedSeconds, verdict }: { unsealedSeconds: number; verdict: { at: Date; holds: boolean } | null },
  now: Date,
): Verdict {
  if (verdict && !verdict.holds) {
    return bad('The audit trail was changed. Keep the server as it is, and compare it with a back-up.');
  }
  const late = 'Entries of the audit trail wait for their seals. If it lasts, look at the log of the server.';
  if (unsealedSeconds >= limits.unsealed.bad) return bad(late);
  if (unsealedSeconds >= limits.unsealed.warning) return warning(late);
  const what = 'Press Verify on the Auditor Dashboard.';
  if (!verdict) return warning(`The audit trail was never verified. ${what}`);
  if ((now.getTime() - verdict.at.getTime()) / 86_400_000 >= limits.verified.warning) {
    return warning(`The audit trail was not verified for more than a month. ${what}`);
  }
  return fine('The audit trail held at its last verification.');
}

/** The maximum length of a failed job's error, in UTF-16 units. */
const ERROR_LENGTH = 200;

/** The first line of an error, without paths of the machine. */
const inWords = (error: string | null): string =>
  cut((error?.split('\n')[0] ?? '').replaceAll(/\/[\w./-]{2,}/g, '…'), ERROR_LENGTH) || 'It gave no reason.';

/** Presents the jobs of one name that have failed since the last success, with the latest error. */
export const presentFailing = ({ since, error, ...job }: FailingJob) => ({
  ...job,
  since: since.toISOString(),
  error: inWords(error),
});
