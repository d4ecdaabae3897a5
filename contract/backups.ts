import { z } from 'zod';
import { clock } from './business.ts';
import { endpoint } from './endpoint.ts';
import { rowId, seenVersion, time } from './text.ts';
import { backupsKept } from './words/backups.ts';

const kept = ({ least, most }: { least: number; most: number }) => {
  const text = `Please enter a whole number from ${least} to ${most}`;
  return z.int(text).min(least, text).max(most, text);
};

const backupChoices = {
  /** Whether daily back-ups are on. */
  enabled: z.boolean(),
  /** The time of the daily back-up, in the business's time zone. */
  at_time: clock,
  /** The number of days, weeks and months whose newest back-up is kept. */
  keep_daily: kept(backupsKept.daily),
  keep_weekly: kept(backupsKept.weekly),
  keep_monthly: kept(backupsKept.monthly),
};

/** The settings as the audit trail records them. */
export const backupChoicesStored = z.object({
  enabled: z.boolean(),
  at_time: z.string(),
  keep_daily: z.int(),
  keep_weekly: z.int(),
  keep_monthly: z.int(),
});

const backupSettings = backupChoicesStored.extend({
  version: rowId,
  updated_at: time,
  /** The value of BACKUP_DIR; null when it is not set, and no back-up can be made. */
  folder: z.string().nullable(),
  /** Whether BACKUP_PASSPHRASE is set. */
  is_encrypted: z.boolean(),
  /** When the next back-up is due; null when none is. */
  next_at: time.nullable(),
});
export type BackupSettings = z.infer<typeof backupSettings>;

export const updateBackupSettingsBody = z.strictObject({ ...backupChoices, version: seenVersion }).meta({
  examples: [{ enabled: true, at_time: '02:30', keep_daily: 7, keep_weekly: 4, keep_monthly: 12, version: 1 }],
});

/** A back-up that is finished, running or failed. */
export const backupRun = z.object({
  id: rowId,
  state: z.enum(['running', 'made', 'failed']),
  /** Whether an admin started it; false for a scheduled back-up. */
  by_hand: z.boolean(),
  started_at: time,
  ended_at: time.nullable(),
  /** The name of its folder. */
  folder: z.string().nullable(),
  bytes: z.number().nullable(),
  row_count: z.number().nullable(),
  file_count: z.int().nullable(),
  /** Whether the back-up was read back and every hash matched. */
  verified: z.boolean(),
  error: z.string().nullable(),
  removed_at: time.nullable(),
});
export type BackupRun = z.infer<typeof backupRun>;

const desk = ['admin'] as const;

/** Automatic back-ups (docs/BACKUP.md). */
export const backups = {
  settings: endpoint({
    kind: 'json',
    summary: 'Returns the schedule of automatic back-ups and how many are kept.',
    refuses: [],
    method: 'GET',
    path: '/backups/settings',
    access: desk,
    response: z.object({ settings: backupSettings }),
  }),
  updateSettings: endpoint({
    kind: 'json',
    summary: 'Replaces the schedule of automatic back-ups and how many are kept.',
    refuses: ['conflict'],
    method: 'PUT',
    path: '/backups/settings',
    access: desk,
    body: updateBackupSettingsBody,
    response: z.object({ settings: backupSettings }),
  }),
  start: endpoint({
    kind: 'json',
    summary: 'Starts a back-up, which continues after the response.',
    refuses: ['conflict'],
    method: 'POST',
    path: '/backups',
    access: desk,
    status: 202,
    response: z.object({ run: backupRun }),
  }),
};
