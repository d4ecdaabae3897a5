import { z } from 'zod';
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
