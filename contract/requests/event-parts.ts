import { z } from 'zod';
import { storedFields } from '../request-answers.ts';
import { rowId } from '../text.ts';
import { priorities, signatureKinds, statuses, unsignedKinds } from '../words/requests.ts';

export const person = z.object({ id: rowId, name: z.string() });
export const taker = person.nullable();

export const request = z.object({
  id: rowId,
  external_id: z.string(),
  title: z.string(),
  priority: z.enum(priorities),
});
export const status = z.enum(statuses);
export const note = z.string().nullable();
/** For an undo: when the change was made that it takes back. */
export const undoes = z.iso.datetime().nullable();

/** A request that came in. */
export const created = {
  request,
  customer: z.object({ name: z.string(), email: z.string() }),
  /** The names of the attachments. */
  files: z.array(z.string()),
};

/** A request came in with something in the hidden field, and waits for the office. Its id is not that of a request. */
export const held = ['requests.hold', 'Request held', 'held_request', { ...created, hidden_text: z.string() }] as const;

/** Replaces `request.created` for a request that was held. */
export const heldAccepted = [
  'requests.accept_held',
  'Held request accepted',
  'request',
  { ...created, held_request_id: rowId },
] as const;

/** The office deleted a held request, or its time was over. The trail keeps all of its content. */
export const heldDeleted = [
  'requests.delete_held',
  'Held request deleted',
  'held_request',
  {
    id: rowId,
    held: z.object({
      external_id: z.string(),
      ...storedFields,
      priority: z.enum(priorities),
      hidden_text: z.string(),
      created_at: z.iso.datetime(),
      /** The SHA-256 (hex) proves which file it was. */
      files: z.array(z.object({ file_name: z.string(), file_size: z.int(), sha256: z.string() })),
    }),
    /** Whether nobody deleted it: its time was over. */
    is_expired: z.boolean(),
  },
] as const;

/** A technician's update of a work order. `evidence` is present when the update completes the request. */
export const workUpdate = [
  'requests.update_with_files',
  'Work order updated',
  'request',
  {
    request,
    assigned_to: rowId.nullable(),
    before: z.object({ status, rating: z.int().nullable() }),
    after: z.object({ status, notes: note }),
    evidence: z
      .object({
        rating: z.int(),
        customer_notes: z.string().nullable(),
        signature_kind: z.enum(signatureKinds),
        signed_name: z.string().nullable(),
      })
      .nullable(),
    /** Present when the visit ended without a signature. */
    unsigned: z.object({ kind: z.enum(unsignedKinds), reason: z.string() }).nullable(),
    /** The names of the photos. */
    files: z.array(z.string()),
    /** Present when it had been refused and is saved now: whose work it is. */
    refused_work_of: person.nullable(),
  },
] as const;
