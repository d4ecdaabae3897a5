import { z } from 'zod';

/** The kinds of damage that the verification of the audit trail distinguishes. */
export const breakKinds = [
  'altered',
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

/** What a verification cannot find while the checkpoints are kept in one place only. */
export const cutUnseen =
  'An end that was cut off together with the newest checkpoints would not be found: set AUDIT_CHECKPOINT_COPY to a folder in a second place.';

/** What a verification of the audit trail found. Numbers of events and of seals are text, because they may exceed 2^53. */
export const auditVerdict = z.object({
  /** The first place where the trail does not hold. Null: nothing was changed, as far as the evidence reaches. */
  broken: z
    .object({
      kind: z.enum(breakKinds),
      /** The number of the seal, from 1 without gaps; null when the damage belongs to no seal. */
      seq: z.string().nullable(),
      event_id: z.string().nullable(),
      /** One sentence for a person. */
      message: z.string(),
    })
    .nullable(),
  /** How many sealed events hold, from the first one on. */
  sealed: z.int(),
  /** The times (ISO 8601, UTC) of the first and of the last event that holds; null when there is none. */
  since: z.string().nullable(),
  until: z.string().nullable(),
  /** The number of the last event that holds; null when there is none. */
  last_event: z.string().nullable(),
  /** Events so new that they have no seal yet. */
  waiting: z.int(),
  /** Whether the checkpoints are also kept in a second place. Verdicts of earlier versions do not say. */
  second_place: z.boolean().optional(),
});
export type AuditVerdict = z.infer<typeof auditVerdict>;
