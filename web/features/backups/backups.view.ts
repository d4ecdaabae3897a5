import type { BackupSettings } from '#contract/backups.ts';
import type { ShownField } from '#web/lib/forms/conflict-rows.ts';
import { clockText } from '#web/lib/hours.ts';

export type BackupValues = Pick<BackupSettings, 'enabled' | 'at_time' | 'keep_daily' | 'keep_weekly' | 'keep_monthly'>;

/** The values of the settings form. */
export const valuesOf = ({
  enabled,
  at_time,
  keep_daily,
  keep_weekly,
  keep_monthly,
}: BackupSettings): BackupValues => ({
  enabled,
  at_time,
  keep_daily,
  keep_weekly,
  keep_monthly,
});

/** What a conflict compares. */
export const shownFields: readonly ShownField<BackupValues>[] = [
  { label: 'Back up every day', path: 'enabled', text: (enabled: boolean) => (enabled ? 'Yes' : 'No') },
  { label: 'Time', path: 'at_time', text: (time: string) => clockText(time) },
  { label: 'Days kept', path: 'keep_daily', text: String },
  { label: 'Weeks kept', path: 'keep_weekly', text: String },
  { label: 'Months kept', path: 'keep_monthly', text: String },
];

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A number of bytes as people read it: "58.3 MB". */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1_000 ** step;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: step && value < 100 ? 1 : 0 })} ${UNITS[step]}`;
}

/** A time span in seconds as people read it: "3 min 20 s". */
export function spanText(seconds: number): string {
  if (seconds < 1) return 'less than 1 s';
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3_600),
    Math.floor((seconds % 3_600) / 60),
    Math.floor(seconds % 60),
  ];
  const parts = hours
    ? [`${hours} h`, minutes && `${minutes} min`]
    : [minutes && `${minutes} min`, rest && `${rest} s`];
  return parts.filter(Boolean).join(' ');
}
