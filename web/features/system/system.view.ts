import type { BackupRun } from '#contract/backups.ts';
import type { SystemState } from '#contract/system.ts';
import type { SystemLevel } from '#contract/words/system.ts';
import type { Tone } from '#web/ui/base/style/tone.ts';

export const levelLabels: Record<SystemLevel, string> = {
  off: 'Off',
  fine: 'Fine',
  unknown: 'Unknown',
  warning: 'Warning',
  bad: 'Act now',
};
export const levelTones: Record<SystemLevel, Tone> = {
  off: 'neutral',
  fine: 'success',
  unknown: 'neutral',
  warning: 'warning',
  bad: 'danger',
};

export const runLabels: Record<BackupRun['state'], string> = { running: 'Under way', made: 'Whole', failed: 'Failed' };
export const runTones: Record<BackupRun['state'], Tone> = { running: 'info', made: 'success', failed: 'danger' };

/** The parts in the order in which the page shows them. */
const partTitles = {
  backups: 'Back-ups',
  database: 'Database',
  disk: 'Disk',
  jobs: 'Jobs',
  mail: 'Mail',
  scanner: 'Virus scanner',
  trail: 'Audit trail',
} as const;
export type PartName = keyof typeof partTitles;
export const titleOf = (part: PartName): string => partTitles[part];
const parts = Object.keys(partTitles) as PartName[];

const listed = new Intl.ListFormat('en-US');

/** How everything stands, in a sentence. */
export function summaryOf(state: Pick<SystemState, PartName>): string {
  const named = (level: SystemLevel) => parts.filter((part) => state[part].level === level).map(titleOf);
  const [bad, warned, unread, off] = [named('bad'), named('warning'), named('unknown'), named('off')];
  const sentences = [
    bad.length && `Act now: ${listed.format(bad)}.`,
    warned.length && `Needs attention: ${listed.format(warned)}.`,
    unread.length && `Could not be read: ${listed.format(unread)}.`,
    bad.length + warned.length + unread.length === 0 && 'Everything works.',
    off.length && `Off: ${listed.format(off)}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** How long a back-up took, in seconds; null while it is under way. */
export const secondsOf = ({ started_at, ended_at }: BackupRun): number | null =>
  ended_at === null ? null : (Date.parse(ended_at) - Date.parse(started_at)) / 1_000;
