import { z } from 'zod';

/** The kinds of damage that the verification of the audit trail distinguishes. */
export const breakKinds = [
  'altered',
  'forged',
  'redated',
  'removed',
  'reordered',
  'missing_seal',
  'broken_seal',
  'wrong_key',
  'checkpoint_mismatch',
  'checkpoint_altered',
  'checkpoint_missing',
  'guard',
  'unsealed',
] as const;

/** What a verification cannot detect while the checkpoints are stored in one place only. */
export const cutUnseen =
  'An end that was cut off together with the newest checkpoints would not be found: set AUDIT_CHECKPOINT_COPY to a folder in a second place.';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** From when on a verification covers an entry: a change before its seal is not found. `longestWait` in milliseconds. */
export function coverText(longestWait: number): string {
  const seconds = Math.max(1, Math.ceil(longestWait / 1000));
  const [n, unit] =
    seconds < 2 * MINUTE_S
      ? [seconds, 'second']
      : seconds < 2 * HOUR_S
        ? [Math.ceil(seconds / MINUTE_S), 'minute']
        : [Math.ceil(seconds / HOUR_S), 'hour'];
  return `An entry is covered from its seal on, which came at most ${n} ${unit}${n === 1 ? '' : 's'} after it.`;
}

/** The result of a verification of the audit trail. Event and seal numbers are strings because they may exceed 2^53. */
export const auditVerdict = z.object({
  /** The first break in the trail; null when the verification found none. */
  broken: z
    .object({
      /** A string, not an enum: another release may have found a kind of damage that this one doesn't know. */
      kind: z.string(),
      /** The number of the seal, counted from 1 without gaps; null when the break concerns no particular seal. */
      seq: z.string().nullable(),
      event_id: z.string().nullable(),
      /** One sentence that people read. */
      message: z.string(),
    })
    .nullable(),
  /** The number of sealed events before the first break. */
  sealed: z.int(),
  /** The times (ISO 8601, UTC) of the first and last verified event; null when there is none. */
  since: z.string().nullable(),
  until: z.string().nullable(),
  /** The number of the last verified event; null when there is none. */
  last_event: z.string().nullable(),
  /** The number of events that are too new to have a seal. */
  waiting: z.int(),
  /**
   * The longest time in milliseconds between a verified entry and its seal: a change in that time is not found. Missing in verdicts of
   * earlier versions.
   */
  longest_wait: z.int().optional(),
  /** Whether the checkpoints are also stored in a second place. Missing in verdicts of earlier versions. */
  second_place: z.boolean().optional(),
});
export type AuditVerdict = z.infer<typeof auditVerdict>;
