import type { requests } from '#contract/requests.ts';
import { requestTexts, type Status, statusOnAssign, statusOnUnassign } from '#contract/words/requests.ts';
import { unsignedProblems } from '#contract/workflow.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Staff } from '#server/lib/actor.ts';
import { changeEach } from '#server/lib/change-each.ts';
import { changedFields } from '#server/lib/changes.ts';
import { DomainError, invalid, notFound } from '#server/lib/errors.ts';
import { isStale, refuseStale } from '#server/lib/versions.ts';
import * as files from '../files/files.service.ts';
import { answerOfRepeat, answerOnce } from '../idempotency/idempotency.service.ts';
import { lockAssignable, nameOf } from '../users/users.service.ts';
import { LOW_RATING_MAX } from './requests.attention.rules.ts';
import * as evidence from './requests.evidence.repo.ts';
import * as history from './requests.history.repo.ts';
import * as repo from './requests.repo.ts';
import { evidenceProblems, moveProblem, signatureProblems, statusColumns } from './requests.rules.ts';
import { detailAnswer, onlyOwn } from './requests.service.ts';

/** Locks a request that this actor may reach; 404 when there is none, 409 when the actor saw an older version. */
async function lockSeen(deps: TxDeps, tx: Tx, actor: Staff, id: number, seen: number | undefined) {
  const request = await repo.lockRequest(tx, id, onlyOwn(actor));
  if (!request) throw notFound('Request');
  const by = isStale(request, seen) ? await nameOf(tx, request.changed_by) : null;
  const last = { by, what: request.last_change, at: request.updated_at };
  refuseStale(request, seen, last, deps.settings.business.time_zone);
  return request;
}

/** The columns of a move to a status. A new status is added to the history, and supersedes evidence of a completion. */
async function moveTo(tx: Tx, change: { request: repo.LockedRequest; to: Status; actor: Staff; at: Date }) {
  const { request, to, actor, at } = change;
  if (to !== request.status) {
    await history.addStatusChanges(tx, [{ request_id: request.id, status: to, changed_by: actor.id, changed_at: at }]);
    const unseenUpTo = actor.role === 'technician' ? LOW_RATING_MAX : 0;
    if (request.status === 'completed')
      await evidence.supersedeEvidence(tx, request.id, { at, by: actor.id, unseenUpTo });
  }
  return statusColumns(request, to, at);
}

/** Writes to the history that a request goes to someone else, or to nobody. */
async function handOver(tx: Tx, change: { request: repo.LockedRequest; to: number | null; actor: Staff; at: Date }) {
  const { request, to, actor, at } = change;
  if (request.assigned_to === to) return;
  await history.addAssignments(tx, [
    {
      request_id: request.id,
      assigned_from: request.assigned_to,
      assigned_to: to,
      changed_by: actor.id,
      changed_at: at,
    },
  ]);
}

async function note(tx: Tx, requestId: number, body: string | undefined, actor: Staff, at: Date) {
  if (body) await repo.addNotes(tx, [{ request_id: requestId, author_id: actor.id, body, created_at: at }]);
}

/** A request to change, with the version that was seen and a note. */
type Seen = { id: number; version?: number | undefined; notes?: string | undefined };

/** Assigns one request to an active technician or admin, in a transaction of its own. Returns its new version. */
function assignOne(deps: Deps, actor: Staff, { id, version, notes, to }: Seen & { to: number }): Promise<number> {
  return deps.transaction(async (tx, deps) => {
    const at = deps.now();
    const request = await lockSeen(deps, tx, actor, id, version);
    const technician = await lockAssignable(tx, to);
    if (!technician) throw invalid([{ field: 'technician_id', message: requestTexts.chooseTechnician }]);
    const status = statusOnAssign(request.status);
    const changes = changedFields(request, { assigned_to: to, status });
    if (!changes && !notes && !(await evidence.isFlagged(tx, id))) return request.version;
    const columns = await moveTo(tx, { request, to: status, actor, at });
    const last = { changed_by: actor.id, last_change: 'the assignment' };
    const updated = await repo.updateRequest(tx, request.id, { ...columns, assigned_to: technician.id, ...last });
    await handOver(tx, { request, to: technician.id, actor, at });
    await note(tx, request.id, notes, actor, at);
    await announce(tx, actor, {
      type: 'request.assigned',
      request,
      before: { assigned_to: request.assigned_to, status: request.status },
      after: { assigned_to: technician.id, status: columns.status, notes: notes ?? null },
    });
    return updated.version;
  });
}

/** Sets the status of one request, in a transaction of its own. Returns its new version. */
function changeStatusOfOne(
  deps: Deps,
  actor: Staff,
  { id, version, notes, to }: Seen & { to: Status },
): Promise<number> {
  return deps.transaction(async (tx, deps) => {
    const at = deps.now();
    const request = await lockSeen(deps, tx, actor, id, version);
    // The same status again is the office's answer to a visit without a signature.
    if (to === request.status && !notes && !(await evidence.isFlagged(tx, id))) return request.version;
    const columns = await moveTo(tx, { request, to, actor, at });
    const change = { ...columns, changed_by: actor.id, last_change: 'the status' };
    const updated = await repo.updateRequest(tx, request.id, change);
    await note(tx, request.id, notes, actor, at);
    await announce(tx, actor, {
      type: 'request.status_changed',
      request,
      assigned_to: request.assigned_to,
      before: { status: request.status },
      after: { status: to, notes: notes ?? null },
    });
    return updated.version;
  });
}

/** Takes one request back, in a transaction of its own. One that nobody has stays as it is. Returns its new version. */
function takeBackOne(deps: Deps, actor: Staff, { id, version, notes }: Seen): Promise<number> {
  return deps.transaction(async (tx, deps) => {
    const at = deps.now();
    const request = await lockSeen(deps, tx, actor, id, version);
    const from = request.assigned_to;
    if (from === null) return request.version;
    const columns = await moveTo(tx, { request, to: statusOnUnassign(request.status), actor, at });
    const last = { changed_by: actor.id, last_change: 'the assignment' };
    const updated = await repo.updateRequest(tx, request.id, { ...columns, assigned_to: null, ...last });
    await handOver(tx, { request, to: null, actor, at });
    await note(tx, request.id, notes, actor, at);
    await announce(tx, actor, {
      type: 'request.unassigned',
      request,
      before: { assigned_to: from, status: request.status },
      after: { assigned_to: null, status: columns.status, notes: notes ?? null },
    });
    return updated.version;
  });
}

/** Dispatches a request to an active technician or admin (spec §2 Assignment, §6). */
export const assign: UseCase<typeof requests.assign> = async (deps, actor, { params, body }) => {
  const { technician_id: to, ...seen } = body;
  await assignOne(deps, actor, { id: params.id, to, ...seen });
  return detailAnswer(deps, actor, params.id);
};

/** The office sets any of the five statuses (spec §4). */
export const changeStatus: UseCase<typeof requests.changeStatus> = async (deps, actor, { params, body }) => {
  const { status: to, ...seen } = body;
  await changeStatusOfOne(deps, actor, { id: params.id, to, ...seen });
  return detailAnswer(deps, actor, params.id);
};

/** Takes a request back: an assigned one is pending again. One that is assigned to nobody stays as it is. */
export const unassign: UseCase<typeof requests.unassign> = async (deps, actor, { params, body }) => {
  await takeBackOne(deps, actor, { id: params.id, ...body });
  return detailAnswer(deps, actor, params.id);
};

/** Names each refused request by its tracking ID. */
async function withTrackingIds(deps: Deps, { done, refused }: Awaited<ReturnType<typeof changeEach>>) {
  const trackingIds = await repo.findTrackingIds(
    deps.db,
    refused.map(({ id }) => id),
  );
  return { done, refused: refused.map((one) => ({ ...one, external_id: trackingIds.get(one.id) ?? null })) };
}

export const assignMany: UseCase<typeof requests.assignMany> = async (deps, actor, { body }) =>
  withTrackingIds(
    deps,
    await changeEach(body.requests, (seen) =>
      assignOne(deps, actor, { ...seen, to: body.technician_id, notes: body.notes }),
    ),
  );

export const unassignMany: UseCase<typeof requests.unassignMany> = async (deps, actor, { body }) =>
  withTrackingIds(
    deps,
    await changeEach(body.requests, (seen) => takeBackOne(deps, actor, { ...seen, notes: body.notes })),
  );

export const changeStatusOfMany: UseCase<typeof requests.changeStatusOfMany> = async (deps, actor, { body }) =>
  withTrackingIds(
    deps,
    await changeEach(body.requests, (seen) =>
      changeStatusOfOne(deps, actor, { ...seen, to: body.status, notes: body.notes }),
    ),
  );

/** The office corrects the submitted fields (spec §7 PUT). Fields left out stay, so that edits of different fields merge. */
export const update: UseCase<typeof requests.update> = async (deps, actor, { params, body }) => {
  const { version, ...fields } = body;
  await deps.transaction(async (tx, deps) => {
    const request = await lockSeen(deps, tx, actor, params.id, version);
    const changes = changedFields(request, fields);
    if (!changes) return;
    const last = { changed_by: actor.id, last_change: 'the details', updated_at: deps.now() };
    await repo.updateRequest(tx, request.id, { ...changes.after, ...last });
    const { id: request_id, assigned_to } = request;
    await announce(tx, actor, { type: 'request.corrected', request_id, assigned_to, ...changes });
  });
  return detailAnswer(deps, actor, params.id);
};

/** Refuses a move the role may not make, and evidence that is missing or out of place (spec §5). */
function refuseUpdate(
  actor: Staff,
  from: Status,
  update: Parameters<typeof evidenceProblems>[1] & Parameters<typeof unsignedProblems>[0],
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

/**
 * The technician's update (spec §5): photos at any time; a completion takes the customer's signature and rating, which nobody
 * can change afterwards. A visit without a signature is recorded with its reason. A repeat with the same Idempotency-Key
 * changes nothing.
 */
export const updateWithFiles: UseCase<typeof requests.updateWithFiles> = async (deps, actor, input) => {
  const { params, body, idempotency } = input;
  const one = { scope: `requests.update_with_files:${params.id}`, actor, idempotency };
  const reachable = await repo.findRequest(deps.db, params.id, onlyOwn(actor));
  if (!reachable) throw notFound('Request');
  if (await answerOfRepeat(deps, one)) return detailAnswer(deps, actor, params.id);
  refuseUpdate(actor, reachable.status, body);

  await using checked = await files.receive(deps, actor, {
    uploads: input.files,
    rule: 'images',
    kind: 'photo',
    signature: body.signature,
  });
  const signature = checked.find(({ kind }) => kind === 'signature');
  await deps.transaction((tx, deps) =>
    answerOnce(tx, one, async () => {
      const at = deps.now();
      const request = await lockSeen(deps, tx, actor, params.id, body.version);
      refuseUpdate(actor, request.status, body);
      const isMore = body.notes || checked.length || body.rating || body.unsigned;
      if (!isMore && body.status === request.status) return null;
      const columns = await moveTo(tx, { request, to: body.status, actor, at });
      await note(tx, request.id, body.notes, actor, at);
      await files.attach(tx, checked, { requestId: request.id, uploadedBy: actor.id, at });
      // The check above allows a rating only with a move to completed.
      const given = body.rating ? { rating: body.rating, customer_notes: body.customer_notes ?? null } : null;
      const signed = { signature_kind: body.signature_kind ?? 'drawn', signed_name: body.signed_name ?? null } as const;
      if (given) {
        await evidence.addEvidence(tx, {
          ...given,
          ...signed,
          request_id: request.id,
          signature_id: signature?.id ?? null,
          recorded_by: actor.id,
          recorded_at: at,
        });
      }
      const unsigned = body.unsigned ? { kind: body.unsigned, reason: body.unsigned_reason ?? '' } : null;
      if (unsigned) {
        const recorded = { recorded_by: actor.id, recorded_at: at };
        await evidence.addUnsignedVisit(tx, { ...unsigned, request_id: request.id, ...recorded });
      }
      const last = { changed_by: actor.id, last_change: 'the work order' };
      await repo.updateRequest(tx, request.id, { ...columns, ...given, ...last });
      await announce(tx, actor, {
        type: given ? 'request.completed' : 'request.work_updated',
        request,
        assigned_to: request.assigned_to,
        before: { status: request.status, rating: request.rating },
        after: { status: body.status, notes: body.notes ?? null },
        evidence: given && { ...given, ...signed },
        unsigned,
        files: checked.length,
      });
      return null;
    }),
  );
  return detailAnswer(deps, actor, params.id);
};
