import type { AuditVerification } from '#contract/audit.ts';
import { coverText, cutUnseen } from '#contract/audit-verdict.ts';
import { formatDate, formatTime } from '#web/lib/dates.ts';
import { numberText } from '../audit.view.ts';

/** What is known about the trail, in plain words. */
export type Finding = { tone: 'success' | 'danger' | 'neutral'; title: string; lines: string[] };

type Verdict = NonNullable<AuditVerification['verdict']>;

/** "today, 2:02 PM", or the date and the time of another day. */
function momentText(iso: string, now: number, zone: string): string {
  const time = formatTime(Date.parse(iso), now, zone);
  return time.includes(',') ? time : `today, ${time}`;
}

/** Up to which entry the trail holds, and since when. */
function range({ since, until, last_event }: Verdict, now: number, zone: string): string {
  if (!since || !until || last_event === null) return 'no entry';
  return `since ${formatDate(since, zone)} up to entry ${numberText(last_event)} (${momentText(until, now, zone)})`;
}

/** What the latest verification says; null: nobody has asked for one. */
export function findingOf(verification: AuditVerification | null, now: number, zone: string): Finding {
  if (!verification) {
    const line =
      'Verifying checks every entry against its seal, and the seals against the checkpoints outside the database.';
    return { tone: 'neutral', title: 'The audit trail has not been verified yet', lines: [line] };
  }
  if (verification.state === 'running') {
    return { tone: 'neutral', title: 'The audit trail is being verified', lines: [] };
  }
  const { verdict } = verification;
  if (!verdict) {
    const line = 'It says nothing about the trail. Verify again; if it fails again, the log of the server says why.';
    return { tone: 'neutral', title: 'The last verification was not completed', lines: [line] };
  }
  if (verdict.broken) {
    const holds =
      verdict.sealed > 0 ? `Before that it holds ${range(verdict, now, zone)}.` : 'Nothing before that holds.';
    const next = 'Keep the database and its backups as they are until someone has found out who did this.';
    return { tone: 'danger', title: 'The audit trail is broken', lines: [verdict.broken.message, holds, next] };
  }
  if (verdict.sealed === 0) {
    return { tone: 'neutral', title: 'No entry is sealed yet', lines: ['New entries are sealed within a second.'] };
  }
  const newer = verdict.waiting === 1 ? '1 newer entry' : `${numberText(verdict.waiting)} newer entries`;
  const waiting = verdict.waiting > 0 ? [`${newer} had no seal yet when it ended.`] : [];
  const checked = verdict.sealed === 1 ? '1 entry was' : `${numberText(verdict.sealed)} entries were`;
  const covered = verdict.longest_wait === undefined ? [] : [coverText(verdict.longest_wait)];
  const unseen = verdict.second_place === false ? [cutUnseen] : [];
  const lines = [`${checked} checked, and none was altered, removed or moved.`, ...covered, ...waiting, ...unseen];
  return { tone: 'success', title: `Holds ${range(verdict, now, zone)}`, lines };
}
