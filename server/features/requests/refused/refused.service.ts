import type { refusedWork } from '#contract/requests/refused-work.ts';
import { refusedTexts } from '#contract/words/evidence/refused-work.ts';
import { atHandStatuses } from '#contract/words/requests.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Staff } from '#server/lib/actor.ts';
import { DomainError, notFound } from '#server/lib/errors.ts';
import { ownerOfProof } from '../../auth/auth.service.ts';
import * as files from '../../files/files.service.ts';
import { detailAnswer } from '../detail/detail.service.ts';
import { waitingOn } from '../detail/waiting.repo.ts';
import { onlyOwn } from '../requests.policy.ts';
import * as repo from '../requests.repo.ts';
import { canWork } from '../requests.rules.ts';
import { refuseUpdate, saveWork } from '../requests.work.service.ts';
import { land } from './landing.service.ts';
import * as refused from './refused.repo.ts';

type Owner = { technician_id: number; proof: string };

/** Who left work on a device; 403 when what the device shows proves nothing. A 401 would end the session of who uses the device now. */
async function ownerOf(deps: Deps, { technician_id, proof }: Owner) {
  const owner = await ownerOfProof(deps, Buffer.from(proof, 'hex'));
  if (owner?.id !== technician_id) throw new DomainError('forbidden', refusedTexts.notProven);
  return owner;
}

/** Which of the work on a device the office takes without its technician. Asked before photos are sent in vain. */
export const ask: UseCase<typeof refusedWork.ask> = async (deps, _visitor, { body }) => {
  const owner = await ownerOf(deps, body);
  return { request_ids: await refused.lostBy(deps.db, owner.id, body.request_ids, canWork(owner)) };
};

/**
 * Takes an update from a device whose technician can't send it: they can't sign in anymore, or have lost the request and are not signed in
 * there. Work that its technician can still send stays theirs.
 */
export const handOver: UseCase<typeof refusedWork.handOver> = async (deps, visitor, input) => {
  const { technician_id, proof, ...update } = input.body;
  const owner = await ownerOf(deps, { technician_id, proof });
  const sent = { requestId: input.params.id, update, uploads: input.files, key: input.idempotency?.key };
  const technician = { ...visitor, ...owner, kind: 'staff', sessionId: 0 } as const;
  if (!(await land(deps, technician, sent))) {
    const request = await repo.findRequest(deps.db, sent.requestId, owner.id);
    throw request ? new DomainError('conflict', refusedTexts.stillTheirs) : notFound('Request');
  }
  return { message: refusedTexts.handedOver };
};

/**
 * Locks waiting work and its request: an admin reaches all, a technician their own on a request that is theirs again.
 * @throws 404 for work that this person can't reach; 409 when someone was first
 */
async function lockWaiting(tx: Tx, actor: Staff, id: number) {
  const found = await refused.find(tx, id);
  const own = onlyOwn(actor);
  if (!found || (own !== null && found.technician_id !== own)) throw notFound('Refused work');
  const request = await repo.lockRequest(tx, found.request_id, own);
  if (!request) throw notFound('Refused work');
  const work = await refused.lock(tx, id);
  if (work.settled_at) throw new DomainError('conflict', refusedTexts.settled);
  return { request, work, technician: { id: found.technician_id, name: found.technician_name } };
}

/** Who saves work, in whose transaction. */
type Saving = { tx: Tx; actor: Omit<Staff, 'sessionId'>; at: Date };
type Waiting = { request: repo.LockedRequest; work: refused.RefusedRow; technician: { id: number; name: string } };

/** Saves waiting work, or its notes and photos, as its technician's. The caller holds the locks. */
async function saveWaiting(
  { tx, actor, at }: Saving,
  { request, work, technician }: Waiting,
  parts: 'all' | 'notes_and_photos',
) {
  const stored = await refused.filesOf(tx, work.id);
  const signature = stored.find(({ kind }) => kind === 'signature');
  const update = {
    status: (parts === 'all' && work.status) || request.status,
    notes: work.notes ?? undefined,
    ...(parts === 'all' && {
      signature: signature?.id,
      signature_kind: work.signature_kind ?? undefined,
      signed_name: work.signed_name ?? undefined,
      rating: work.rating ?? undefined,
      customer_notes: work.customer_notes ?? undefined,
      unsigned: work.unsigned ?? undefined,
      unsigned_reason: work.unsigned_reason ?? undefined,
      // Confirmed when it was sent.
      unsigned_confirmed: work.unsigned ? (true as const) : undefined,
    }),
  };
  refuseUpdate(actor, request.status, update);
  await files.release(tx, work.id);
  await saveWork(tx, {
    request,
    actor,
    at,
    update,
    by: { ...technician, at: work.received_at },
    wasRefused: true,
    signatureId: signature?.id ?? null,
    photos: stored.filter(({ kind }) => kind !== 'signature').map(({ file_name }) => file_name),
  });
  await refused.settle(tx, work.id, { outcome: 'saved', by: actor.id, at });
}

/** Saves refused work to its request as its technician's, by the rules for who saves it. */
export const save: UseCase<typeof refusedWork.save> = async (deps, actor, { params, body }) => {
  const requestId = await deps.transaction(async (tx, deps) => {
    const waiting = await lockWaiting(tx, actor, params.id);
    await saveWaiting({ tx, actor, at: deps.now() }, waiting, body.parts);
    return waiting.request.id;
  });
  return detailAnswer(deps, actor, requestId);
};

/**
 * Saves the waiting work of someone whose request is theirs again: they had sent it, so nobody is asked. Work that the rules don't allow
 * anymore stays for a decision.
 */
export async function saveReturned(context: Saving, requestId: number, technicianId: number) {
  const { tx } = context;
  const [found] = (await waitingOn(tx, requestId).execute()).filter((work) => work.technician_id === technicianId);
  const request = found && (await repo.lockRequest(tx, requestId, technicianId));
  if (!request || !atHandStatuses.some((status) => status === request.status)) return;
  const work = await refused.lock(tx, found.id);
  if (work.settled_at) return;
  const technician = { id: technicianId, name: found.technician_name };
  try {
    await saveWaiting(context, { request, work, technician }, 'all');
  } catch (error) {
    // Thrown before anything is written.
    if (!(error instanceof DomainError && error.code === 'validation_failed')) throw error;
  }
}

/** Discards refused work. Its row and files stay, so that the trail can be followed. */
export const discard: UseCase<typeof refusedWork.discard> = async (deps, actor, { params }) => {
  const requestId = await deps.transaction(async (tx, deps) => {
    const { request, work, technician } = await lockWaiting(tx, actor, params.id);
    await refused.settle(tx, work.id, { outcome: 'discarded', by: actor.id, at: deps.now() });
    await announce(tx, actor, {
      type: 'request.refused_work_discarded',
      request,
      assigned_to: request.assigned_to,
      technician,
    });
    return request.id;
  });
  return detailAnswer(deps, actor, requestId);
};
