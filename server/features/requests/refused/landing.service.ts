import { REFUSED_WORK_FIELD, refusedTexts } from '#contract/words/evidence/refused-work.ts';
import type { Status } from '#contract/words/requests.ts';
import type { Deps } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Staff } from '#server/lib/actor.ts';
import { isAsSeen } from '#server/lib/changes.ts';
import { DomainError, notFound } from '#server/lib/errors.ts';
import type { Upload } from '#server/lib/inbox.ts';
import * as files from '../../files/files.service.ts';
import * as history from '../requests.history.repo.ts';
import * as repo from '../requests.repo.ts';
import { canWork } from '../requests.rules.ts';
import * as refused from './refused.repo.ts';

/** A work order update as it is sent. */
export type SentWork = {
  requestId: number;
  update: {
    status: Status;
    notes?: string | undefined;
    rating?: number | undefined;
    customer_notes?: string | undefined;
    signature?: string | undefined;
    signature_kind?: 'drawn' | 'typed' | undefined;
    signed_name?: string | undefined;
    unsigned?: 'absent' | 'declined' | undefined;
    unsigned_reason?: string | undefined;
    version?: number | undefined;
  };
  uploads: readonly Upload[];
  /** The Idempotency-Key: the same call lands once. */
  key: string | undefined;
};

/** The answer to a technician whose update the office has now. */
export const atOffice = () =>
  new DomainError('not_found', refusedTexts.atOffice, [{ field: REFUSED_WORK_FIELD, message: refusedTexts.atOffice }]);

/** Whether this call has landed already: its answer was lost on the way. */
export const hasLanded = async (deps: Deps, technicianId: number, { requestId, key }: SentWork): Promise<boolean> =>
  key !== undefined && refused.isKnown(deps.db, { requestId, technicianId, key });

/**
 * Keeps an update that can't be saved, because its technician has lost the request or has left: with its photos and the signature, until
 * the office saves or discards it. The office is notified once for each handover.
 * @returns whether it is kept. False for someone who never had the request.
 * @throws 400 for a file or signature that nobody could use; `unavailable` when the request has come back to the technician meanwhile
 */
export async function land(deps: Deps, technician: Staff & { is_active?: boolean }, sent: SentWork): Promise<boolean> {
  const { requestId, update, uploads, key } = sent;
  const works = canWork({ role: technician.role, is_active: technician.is_active ?? true });
  if (await hasLanded(deps, technician.id, sent)) return true;
  const lost = await refused.lostBy(deps.db, technician.id, [requestId], works);
  if (lost.length === 0) return false;
  await using checked = await files.receive(deps, technician, {
    uploads,
    rule: 'images',
    kind: 'photo',
    signature: update.signature,
  });
  await deps.transaction(async (tx, deps) => {
    const at = deps.now();
    const request = await repo.lockRequest(tx, requestId, null);
    if (!request) throw notFound('Request');
    // Two tries of the same call arrived together: under the lock the second one knows of the first.
    if (key !== undefined && (await refused.isKnown(tx, { requestId, technicianId: technician.id, key }))) return;
    if (works && request.assigned_to === technician.id)
      throw new DomainError('unavailable', 'The request has just been assigned to you again. Please try again.');
    const hasSignature = update.signature !== undefined && update.signature !== '';
    // The form always sends a status. One that was not chosen must not undo what others have set since.
    const isChosen =
      Boolean(hasSignature || update.rating || update.unsigned) ||
      (update.status !== request.status && !isAsSeen(request, 'status', update.version, update.status));
    const { id } = await refused.add(tx, {
      request_id: requestId,
      technician_id: technician.id,
      idempotency_key: key ?? null,
      status: isChosen ? update.status : null,
      notes: update.notes ?? null,
      rating: update.rating ?? null,
      customer_notes: update.customer_notes ?? null,
      signature_kind: hasSignature ? (update.signature_kind ?? 'drawn') : null,
      signed_name: update.signed_name ?? null,
      unsigned: update.unsigned ?? null,
      unsigned_reason: update.unsigned_reason ?? null,
      received_at: at,
    });
    await files.attach(tx, checked, { requestId, refusedWorkId: id, uploadedBy: technician.id, at });
    await announce(tx, technician, {
      type: 'request.work_refused',
      request,
      assignee: await repo.assigneeOf(tx, requestId),
      status: update.status,
      files: checked.filter(({ kind }) => kind !== 'signature').map(({ name }) => name),
      is_told: await history.markRefused(tx, { id: requestId, from: technician.id, at }),
    });
  });
  return true;
}
