import { zodResolver } from '@hookform/resolvers/zod';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { RequestDetail } from '#contract/request-answers.ts';
import { updateWithFilesBody } from '#contract/request-forms.ts';
import { type Status, statusLabels } from '#contract/words/requests.ts';
import { ApiError } from '#web/lib/api-client.ts';
import type { Entered } from '#web/lib/forms/conflict-rows.ts';
import { type Edit, isUnnamed } from '#web/lib/forms/edit-base.ts';
import { contentOf } from '#web/lib/forms/sending/idempotency.ts';
import type { OpenedEntry } from '#web/lib/outbox/useOutbox.ts';
import type { Signature } from '#web/ui/mantine/form/SignaturePad.tsx';

export type WorkValues = z.input<typeof updateWithFilesBody>;
export type WorkUpdate = z.output<typeof updateWithFilesBody>;

export type WorkForm = UseFormReturn<WorkValues, unknown, WorkUpdate>;

/** What the outbox keeps of a work order's form. */
export type WorkDraft = {
  values: WorkValues;
  signature: Signature | null;
  /** The request as the edit began. */
  base: RequestDetail;
};

/** A draft with its photos, and how its tries have ended so far. */
export type KeptWork = OpenedEntry & { draft: WorkDraft };

/** What the outbox holds as a draft of this form. The outbox stores whatever a form gives it, so the shape is this form's. */
export const keptWorkOf = (opened: OpenedEntry | null): KeptWork | null =>
  opened && { ...opened, draft: opened.entry.form as WorkDraft };

/** The server's refusal of what was entered; null when there is none. */
export const errorOf = (kept: KeptWork | null): ApiError | null => {
  const refusal = kept?.entry.refusal;
  return refusal ? new ApiError(refusal.status, refusal.body) : null;
};

/** The edit that goes on with what is kept, or begins on the request. */
export const beganWith = (kept: KeptWork | null, request: RequestDetail): Edit<RequestDetail> => ({
  base: kept?.draft.base ?? request,
  hadLostTry: (kept?.entry.unanswered.length ?? 0) > 0,
  isRefused: kept?.entry.stage === 'refused',
  isUnnamed: isUnnamed(errorOf(kept)),
});

const evidenceFields = ['rating', 'customer_notes', 'signature', 'signature_kind', 'signed_name'] as const;
const unsignedFields = ['unsigned', 'unsigned_reason', 'unsigned_confirmed'] as const;
/** The fields of the form, in their order on the screen. */
export const workFields = ['status', 'notes', ...evidenceFields, ...unsignedFields] as const;
export type WorkField = (typeof workFields)[number];

const isOneOf = (fields: readonly WorkField[], field: WorkField) => fields.includes(field);
/** The section that holds a field, which may be folded. */
export const sectionOf = (field: WorkField): 'evidence' | 'unsigned' | null => {
  if (isOneOf(evidenceFields, field)) return 'evidence';
  return isOneOf(unsignedFields, field) ? 'unsigned' : null;
};

/** The part of a form that belongs to its status: the evidence of a completion, or why there is no signature. */
function partOf(values: WorkValues, isCompleting: boolean): WorkValues {
  const { status, notes, signature, signature_kind, signed_name, rating, customer_notes } = values;
  if (isCompleting) {
    const name = signed_name || undefined;
    return { status, notes, signature, signature_kind, signed_name: name, rating, customer_notes };
  }
  if (status !== 'in_progress') return { status, notes };
  return {
    status,
    notes,
    // Without a choice null, which the contract does not know.
    unsigned: values.unsigned ?? undefined,
    unsigned_reason: values.unsigned_reason || undefined,
    unsigned_confirmed: values.unsigned_confirmed || undefined,
  };
}

/** The values of a form that nobody has touched. Without a status when the present one is not offered. */
export const blankWork = (request: RequestDetail, moves: readonly Status[]) => ({
  ...(moves.includes(request.status) && { status: request.status }),
  notes: '',
  signature: '',
  rating: 0,
  customer_notes: '',
  signed_name: '',
  unsigned_reason: '',
  unsigned_confirmed: false,
});

/**
 * What a technician has entered, for a conflict: a note meets nothing. A status that they have not chosen is not theirs, and one with the
 * customer's evidence is more than the same status that somebody else has set.
 */
export function enteredWork({ status }: Partial<WorkValues>, base: RequestDetail, now: RequestDetail): Entered {
  if (!status || status === base.status) return {};
  const isSigned = status === 'completed' && now.status === 'completed';
  return { Status: `${statusLabels[status]}${isSigned ? ', with evidence' : ''}` };
}

/** A form's values as text, to compare them. A group of radio buttons without a choice has the value null. */
export const textOfValues = (values: object): string =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );

const photosOf = (files: readonly File[]) => contentOf({}, files);
/**
 * Whether an update that has arrived is what a form holds. Another tab may have sent something else.
 * @param text the form's values as it has kept them last: what changes during a try is not part of it
 */
export const isThisWork = (sent: { form: unknown; files: readonly File[] }, text: string, photos: readonly File[]) =>
  textOfValues((sent.form as WorkDraft).values) === text && photosOf(sent.files) === photosOf(photos);

const check = zodResolver(updateWithFilesBody);
/**
 * Checks with the contract's schema what belongs to the status, and makes of it what is sent. What was entered for another
 * status stays in the form: an error there would be shown nowhere.
 */
export const workResolver =
  (isCompleting: (status: Status | undefined) => boolean): typeof check =>
  (values, ...rest) =>
    check(partOf(values, isCompleting(values.status)), ...rest);
