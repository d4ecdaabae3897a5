import { z } from 'zod';
import type { requests } from '#contract/requests.ts';
import { requestTexts, type Status, type UnsignedKind } from '#contract/words/requests.ts';
import { unsignedProblems } from '#contract/workflow.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Staff } from '#server/lib/actor.ts';
import { isAsSeen } from '#server/lib/changes.ts';
import { DomainError, invalid, notFound } from '#server/lib/errors.ts';
import { isStale } from '#server/lib/versions.ts';
import * as files from '../files/files.service.ts';
import { answerOfRepeat, answerOnce } from '../idempotency/idempotency.service.ts';
import { findDetailOf } from './detail/detail.service.ts';
import { atOffice, hasLanded, land } from './refused/landing.service.ts';
import { lockReachable, moveTo, note, refuseMet } from './requests.change.service.ts';
import * as evidence from './requests.evidence.repo.ts';
import { onlyOwn } from './requests.policy.ts';
import * as repo from './requests.repo.ts';
import { evidenceProblems, moveProblem, signatureProblems } from './requests.rules.ts';

type Update = Parameters<typeof evidenceProblems>[1];

/** Refuses a move the role may not make, and evidence that is missing or out of place (spec §5). */
export function refuseUpdate(
  actor: Pick<Staff, 'role'>,
  from: Status,
  update: Update & Parameters<typeof unsignedProblems>[0],
) {
  const refused = moveProblem(actor.role, from, update.status);
  if (refused) throw invalid([refused]);
  const problems = evidenceProblems(from, update);
  if (problems.length > 1 && update.status !== from && update.status === 'completed') {
    throw new DomainError('validation_failed', requestTexts.evidenceNeeded, problems);
  }
  const [first, ...others] = [...problems, ...signatureProblems(update), ...unsignedProblems(update)];
  if (first) throw new DomainError('validation_failed', first.message, [first, ...others]);
}

/** What is saved on a request: the update, whose it is and when it came in, and the names of its photos. */
type Work = {
  request: repo.LockedRequest;
  /** Who saves it. */
  actor: Omit<Staff, 'sessionId'>;
  at: Date;
  update: Update & {
    notes?: string | undefined;
    unsigned?: UnsignedKind | undefined;
    unsigned_reason?: string | undefined;
  };
  /** Whose work it is, and when it came in. */
  by: { id: number; name: string; at: Date };
  wasRefused?: boolean;
  signatureId: string | null;
  photos: readonly string[];
};

/** Writes an update to its request and announces it, inside the caller's transaction. The caller has checked it, and attached its files. */
export async function saveWork(
  tx: Tx,
  { request, actor, at, update, by, signatureId, photos, wasRefused }: Work,
): Promise<void> {
  const columns = await moveTo(tx, { request, to: update.status, actor, at });
  await note(tx, request.id, update.notes, by, by.at);
  const recorded = { request_id: request.id, recorded_by: by.id, recorded_at: by.at };
  // The check above allows a rating only with a move to completed.
  const given = update.rating ? { rating: update.rating, customer_notes: update.customer_notes ?? null } : null;
  const signed = { signature_kind: update.signature_kind ?? 'drawn', signed_name: update.signed_name ?? null } as const;
  if (given) await evidence.addEvidence(tx, { ...given, ...signed, ...recorded, signature_id: signatureId });
  const unsigned = update.unsigned ? { kind: update.unsigned, reason: update.unsigned_reason ?? '' } : null;
  if (unsigned) await evidence.addUnsignedVisit(tx, { ...unsigned, ...recorded });
  const last = { changed_by: actor.id, last_change: 'work_order' } as const;
  await repo.updateRequest(tx, request.id, { ...columns, ...given, ...last });
  await announce(tx, actor, {
    type: given ? 'request.completed' : 'request.work_updated',
    request,
    assigned_to: request.assigned_to,
    before: { status: request.status, rating: request.rating },
    after: { status: update.status, notes: update.notes ?? null },
    evidence: given && { ...given, ...signed },
    unsigned,
    files: [...photos],
    refused_work_of: wasRefused ? { id: by.id, name: by.name } : null,
  });
}

/** A repeat reads the request again, so its stored answer says only that there was a first call. */
const unused = { schema: z.unknown(), today: async () => null };

/**
 * The technician's update (spec §5): photos at any time; a completion takes the customer's signature and rating, which nobody
 * can change afterwards. A visit without a signature is recorded with its reason. A repeat with the same Idempotency-Key
 * changes nothing, and is answered as saved also when the request has gone to somebody else since.
 */
export const updateWithFiles: UseCase<typeof requests.updateWithFiles> = async (deps, actor, input) => {
  const { params, body, idempotency } = input;
  const one = { scope: `requests.update_with_files:${params.id}`, actor, idempotency, answer: unused };
  const saved = async () => ({ request: await findDetailOf(deps, params.id, onlyOwn(actor)) });
  const reachable = await repo.findRequest(deps.db, params.id, onlyOwn(actor));
  if (await answerOfRepeat(deps, one)) return saved();
  const sent = { requestId: params.id, update: body, uploads: input.files, key: idempotency?.key };
  /** The office keeps what its technician can't save anymore. */
  const refuse = async (): Promise<never> => {
    throw (await land(deps, actor, sent)) ? atOffice() : notFound('Request');
  };
  if (!reachable || (await hasLanded(deps, actor.id, sent))) return refuse();
  // On an older version the update may only seem to be wrong: what it meets is known under the lock.
  if (!isStale(reachable, body.version)) refuseUpdate(actor, reachable.status, body);

  await using checked = await files.receive(deps, actor, {
    uploads: input.files,
    rule: 'images',
    kind: 'photo',
    signature: body.signature,
  });
  const signature = checked.find(({ kind }) => kind === 'signature');
  const save = deps.transaction((tx, deps) =>
    answerOnce(tx, one, async () => {
      const at = deps.now();
      const request = await lockReachable(tx, actor, params.id);
      // The form always sends a status. One that the technician has not chosen stays as somebody else has set it since.
      const isCompletion = Boolean(body.signature || body.rating);
      const isUnchosen = !isCompletion && !body.unsigned && isAsSeen(request, 'status', body.version, body.status);
      const status = isUnchosen ? request.status : body.status;
      await refuseMet(deps, tx, request, body.version, {
        wanted: { status },
        relies: isCompletion ? ['status'] : [],
        repeats: { part: 'work_order', by: actor.id },
      });
      refuseUpdate(actor, isUnchosen ? body.status : request.status, body);
      const isMore = body.notes || checked.length || body.rating || body.unsigned;
      if (!isMore && status === request.status) return null;
      await files.attach(tx, checked, { requestId: request.id, uploadedBy: actor.id, at });
      const photos = checked.filter(({ kind }) => kind !== 'signature').map(({ name }) => name);
      const by = { id: actor.id, name: actor.name, at };
      await saveWork(tx, {
        request,
        actor,
        at,
        update: { ...body, status },
        by,
        signatureId: signature?.id ?? null,
        photos,
      });
      return null;
    }),
  );
  await save.catch((error: unknown) => {
    // Somebody else got the request while the files arrived.
    if (error instanceof DomainError && error.code === 'not_found') return refuse();
    throw error;
  });
  return saved();
};
