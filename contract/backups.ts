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
  /** Whether a back-up is made every day. */
  enabled: z.boolean(),
  /** When, in the business's time zone. */
  at_time: clock,
  /** The newest back-up of each of so many days, weeks and months is kept. */
  keep_daily: kept(backupsKept.daily),
  keep_weekly: kept(backupsKept.weekly),
  keep_monthly: kept(backupsKept.monthly),
};

/** What the audit trail keeps of the settings. */
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
  /** BACKUP_DIR of the machine; null when it is not set, and no back-up can be made. */
  folder: z.string().nullable(),
  /** Whether BACKUP_PASSPHRASE is set. */
  is_encrypted: z.boolean(),
  /** When the next one is due; null while none is. */
  next_at: time.nullable(),
});
export type BackupSettings = z.infer<typeof backupSettings>;

export const updateBackupSettingsBody = z.strictObject({ ...backupChoices, version: seenVersion }).meta({
  examples: [{ enabled: true, at_time: '02:30', keep_daily: 7, keep_weekly: 4, keep_monthly: 12, version: 1 }],
});

/** A back-up that was made, is under way, or failed. */
export const backupRun = z.object({
  id: rowId,
  state: z.enum(['running', 'made', 'failed']),
  /** Whether somebody asked for it; false: it was due. */
  by_hand: z.boolean(),
  started_at: time,
  ended_at: time.nullable(),
  /** The name of its folder. */
  folder: z.string().nullable(),
  bytes: z.number().nullable(),
  row_count: z.number().nullable(),
  file_count: z.int().nullable(),
  /** Whether every hash in it was read back and found right. */
  verified: z.boolean(),
  error: z.string().nullable(),
  removed_at: time.nullable(),
});
export type BackupRun = z.infer<typeof backupRun>;

const desk = ['admin'] as const;

/** Back-ups that the product makes by itself (docs/BACKUP.md). */
export const backups = {
  settings: endpoint({
    kind: 'json',
    summary: 'Returns when back-ups are made by themselves, and how many are kept.',
    refuses: [],
    method: 'GET',
    path: '/backups/settings',
    access: desk,
    response: z.object({ settings: backupSettings }),
  }),
  updateSettings: endpoint({
    kind: 'json',
    summary: 'Replaces when back-ups are made by themselves, and how many are kept.',
    refuses: ['conflict'],
    method: 'PUT',
    path: '/backups/settings',
    access: desk,
    body: updateBackupSettingsBody,
    response: z.object({ settings: backupSettings }),
  }),
  start: endpoint({
    kind: 'json',
    summary: 'Begins a back-up now. It goes on after the answer.',
    refuses: ['conflict'],
    method: 'POST',
    path: '/backups',
    access: desk,
    status: 202,
    response: z.object({ run: backupRun }),
  }),
};
