import type { BackupRun, BackupSettings } from '#contract/backups.ts';
import type { RunRow, SettingsRow } from './backups.repo.ts';

/** Presents rows of back-ups in responses and events. */

/** The settings that the office chooses. */
export const choicesOf = ({ enabled, at_time, keep_daily, keep_weekly, keep_monthly }: SettingsRow) => ({
  enabled,
  at_time,
  keep_daily,
  keep_weekly,
  keep_monthly,
});

/**
 * Presents the settings, with the parts that come from the configuration.
 * @param folder BACKUP_DIR; null when there is none, and no back-up is made
 * @param next when the next one is due
 */
export const presentSettings = (
  row: SettingsRow,
  { folder, isEncrypted, next }: { folder: string | null; isEncrypted: boolean; next: Date },
): BackupSettings => ({
  ...choicesOf(row),
  version: row.version,
  updated_at: row.changed_at.toISOString(),
  folder,
  is_encrypted: isEncrypted,
  next_at: row.enabled && folder ? next.toISOString() : null,
});

const numberOrNull = (value: string | null) => (value === null ? null : Number(value));

/** Presents a back-up. Only a successful one has a folder. */
export const presentRun = (row: RunRow): BackupRun => ({
  id: row.id,
  state: row.ended_at === null ? 'running' : row.outcome === 'made' ? 'made' : 'failed',
  by_hand: row.started_by !== null,
  started_at: row.started_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  folder: row.outcome === 'made' ? row.folder : null,
  bytes: numberOrNull(row.bytes),
  row_count: numberOrNull(row.row_count),
  file_count: row.file_count,
  verified: row.verified,
  error: row.error,
  removed_at: row.removed_at?.toISOString() ?? null,
});
