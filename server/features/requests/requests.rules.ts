import type { FieldError } from '#contract/errors.ts';
import { hasLetter } from '#contract/words/evidence/signatures.ts';
import { requestTexts, type SignatureKind, type Status, statuses, statusMoves } from '#contract/words/requests.ts';
import type { Role } from '#contract/words/roles.ts';
import { missingEvidence } from '#contract/workflow.ts';
import { countsOf } from '#server/lib/counts.ts';

/** The columns a status change sets: completion time, rating and feedback exist only while the request is completed. */
export function statusColumns(current: { status: Status; completed_at: Date | null }, to: Status, now: Date) {
  const columns = { status: to, updated_at: now };
  if (to === 'completed') return { ...columns, completed_at: current.completed_at ?? now };
  return { ...columns, completed_at: null, rating: null, customer_notes: null };
}

/** Whether someone may be assigned requests, and work on them. */
export const canWork = ({ is_active, role }: { is_active: boolean; role: Role }) => is_active && role !== 'auditor';

/** Whether this role may make this move (spec §4). */
export const moveProblem = (role: Role, from: Status, to: Status): FieldError | null =>
  statusMoves[role][from].includes(to) ? null : { field: 'status', message: requestTexts.chooseStatus };

type Update = {
  status: Status;
  signature_kind?: SignatureKind | undefined;
  signed_name?: string | undefined;
  signature?: string | undefined;
  rating?: number | undefined;
  customer_notes?: string | undefined;
};

/**
 * The errors of an update's evidence (spec §5). A completion needs a signature and a rating. Any other update must have no
 * evidence, also an update of a request that is already completed.
 */
export function evidenceProblems(from: Status, update: Update): FieldError[] {
  if (update.status === 'completed' && from !== 'completed') return missingEvidence(update);
  const message = update.status === 'completed' ? requestTexts.evidenceFrozen : requestTexts.evidenceTooEarly;
  return (['signature', 'rating', 'customer_notes'] as const)
    .filter((field) => update[field])
    .map((field) => ({ field, message }));
}

/** The errors of how a signature was given. */
export function signatureProblems({ signature, signature_kind, signed_name }: Update): FieldError[] {
  if (!signature) {
    if (signed_name) return [{ field: 'signed_name', message: requestTexts.signedNameOnlyTyped }];
    return signature_kind ? [{ field: 'signature_kind', message: requestTexts.signatureKindAlone }] : [];
  }
  if (signature_kind === 'typed') {
    if (!signed_name) return [{ field: 'signed_name', message: requestTexts.signedNameNeeded }];
    return hasLetter(signed_name) ? [] : [{ field: 'signed_name', message: requestTexts.signedNameWithoutLetter }];
  }
  return signed_name ? [{ field: 'signed_name', message: requestTexts.signedNameOnlyTyped }] : [];
}

const foldBlankLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');

type Entry = { at: string; author: string; body: string };

/**
 * The notes as one text (spec §3): entries newest last, one blank line between them, each headed by time and author.
 * Blank lines inside an entry are folded, so that splitting on blank lines always gives entries.
 */
export const joinNotes = (entries: readonly Entry[]): string =>
  entries.map(({ at, author, body }) => foldBlankLines(`${at} · ${author}\n${body}`)).join('\n\n');

/** Counts by status as the stat cards show them (spec §3 Request stats): cancelled requests count in the total only. */
export function statsOf(byStatus: readonly { status: Status; n: number }[]) {
  const { cancelled, ...shown } = countsOf(statuses, byStatus);
  return { total: Object.values(shown).reduce((sum, n) => sum + n, cancelled), ...shown };
}
