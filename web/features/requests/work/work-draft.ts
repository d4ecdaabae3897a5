import { zodResolver } from '@hookform/resolvers/zod';
import type { z } from 'zod';
import type { RequestDetail } from '#contract/request-answers.ts';
import { updateWithFilesBody } from '#contract/request-forms.ts';
import type { Status } from '#contract/words/requests.ts';
import type { OpenedEntry } from '#web/lib/outbox/useOutbox.ts';
import type { Signature } from '#web/ui/mantine/form/SignaturePad.tsx';

export type WorkValues = z.input<typeof updateWithFilesBody>;
export type WorkUpdate = z.output<typeof updateWithFilesBody>;

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

/** The fields of the form, in their order on the screen. */
export const workFields = [
  'status',
  'notes',
  'rating',
  'customer_notes',
  'signature',
  'signature_kind',
  'signed_name',
  'unsigned',
  'unsigned_reason',
  'unsigned_confirmed',
] as const;

/** The part of an update that belongs to its status: the evidence of a completion, or why there is no signature. */
export function partsOf(values: WorkUpdate, isCompleting: boolean) {
  const { signature, signature_kind, signed_name, rating, customer_notes } = values;
  if (isCompleting) return { signature, signature_kind, signed_name: signed_name || undefined, rating, customer_notes };
  const { status, unsigned, unsigned_reason, unsigned_confirmed } = values;
  return status === 'in_progress' && unsigned ? { unsigned, unsigned_reason, unsigned_confirmed } : {};
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

/** A form's values as text, to compare them. A group of radio buttons without a choice has the value null. */
export const textOfValues = (values: object): string =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );

const check = zodResolver(updateWithFilesBody);
/** Checks with the contract's schema, which knows no null. */
export const workResolver: typeof check = (values, ...rest) =>
  check({ ...values, unsigned: values.unsigned ?? undefined }, ...rest);
