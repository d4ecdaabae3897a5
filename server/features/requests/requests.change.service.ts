import type { z } from 'zod';
import { updateRequestBody } from '#contract/request-forms.ts';
import type { requests } from '#contract/requests.ts';
import {
  attentionLimits,
  requestTexts,
  type Status,
  statusOnAssign,
  statusOnUnassign,
} from '#contract/words/requests.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { Staff } from '#server/lib/actor.ts';
import { changedFields, enteredFields, isTracked, toldChanges } from '#server/lib/changes.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import type { Log } from '#server/lib/log.ts';
import { isStale } from '#server/lib/versions.ts';
import { followAddress } from '../customers/customers.service.ts';
import { lockAssignable } from '../users/users.service.ts';
import { conflictWith, refuseOlder } from '../users/users.versions.service.ts';
import { detailAnswer } from './detail/detail.service.ts';
import { addNotes } from './detail/notes.repo.ts';
import * as evidence from './requests.evidence.repo.ts';
import * as history from './requests.history.repo.ts';
import {
  type Claims,
  eventOf,
  fieldWords,
  isClosed,
  type Move,
  metByRequest,
  partOf,
  partWords,
} from './requests.moves.rules.ts';
import { onlyOwn } from './requests.policy.ts';
import * as repo from './requests.repo.ts';
import { statusColumns } from './requests.rules.ts';
import { storeTown } from './towns/towns.repo.ts';
import { townOf } from './towns/towns.service.ts';

/** Locks a request that this actor may reach; 404 when there is none. */
export async function lockReachable(tx: Tx, actor: Staff, id: number): Promise<repo.LockedRequest> {
  const request = await repo.lockRequest(tx, id, onlyOwn(actor));
  if (!request) throw notFound('Request');
  return request;
}

/** What an edit of an older version claims: some fields, or that nothing at all has changed. */
type Claimed = Claims | 'everything';

/**
 * Refuses an edit of an older version (409) when what it claims has changed since, and says who changed which field. What else has
 * changed stays, and so does the edit. Where the row does not know what has changed since,
 * it may be any field, and the edit is refused.
 */
export async function refuseMet(
  deps: TxDeps,
  tx: Tx,
  request: repo.LockedRequest,
  seen: number | undefined,
  claims: Claimed,
): Promise<void> {
  if (seen === undefined || !isStale(request, seen)) return;
  if (claims === 'everything' || !isTracked(request, seen)) {
    const what = request.last_change && partWords(request.last_change);
    return refuseOlder(tx, deps, request, seen, { what, at: request.updated_at });
  }
  const met = metByRequest(request, seen, claims);
  if (met.length > 0) throw await conflictWith(tx, deps, toldChanges(met, fieldWords));
}

type StatusMove = { request: repo.LockedRequest; to: Status; actor: Pick<Staff, 'id' | 'role'>; at: Date };

/** The columns of a move to a status. A new status is added to the history, and supersedes evidence of a completion. */
export async function moveTo(tx: Tx, { request, to, actor, at }: StatusMove, since: Date | null = null) {
  if (to !== request.status) {
    const change = { request_id: request.id, status: to, changed_by: actor.id, changed_at: at, since };
    await history.addStatusChanges(tx, [change]);
    const unseenUpTo = actor.role === 'technician' ? attentionLimits.lowRating : 0;
    if (request.status === 'completed')
      await evidence.supersedeEvidence(tx, request.id, { at, by: actor.id, unseenUpTo });
  }
  return statusColumns(request, to, at);
}

/**
 * The columns of a move that takes the newest change back: the status holds since when it did, a completion has its evidence, and an
 * assignment that was the first one was none.
 */
async function moveBack(tx: Tx, move: StatusMove & { assigned_to: number | null }) {
  const { request, to, assigned_to } = move;
  const undoneAt = request.updated_at;
  const before = to === request.status ? undefined : await history.statusBefore(tx, request.id);
  const since = before?.status === to ? before.since : null;
  const columns = await moveTo(tx, move, since);
  const wasFirst = assigned_to === null && request.first_assigned_at?.getTime() === undoneAt.getTime();
  return {
    ...columns,
    ...(wasFirst && { first_assigned_at: null }),
    ...(to === 'completed' && since && { completed_at: since }),
    ...(to === 'completed' && (await evidence.bringEvidenceBack(tx, request.id, undoneAt))),
  };
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

export async function note(tx: Tx, requestId: number, body: string | undefined, author: { id: number }, at: Date) {
  if (body) await addNotes(tx, [{ request_id: requestId, author_id: author.id, body, created_at: at }]);
}

/** A chosen request, with the version that was seen and a note. */
export type Chosen = { id: number; version?: number | undefined; notes?: string | undefined };
/** A request under its lock, who changes it when, and the person whom the step gives it to; undefined for who takes none. */
type Change = {
  tx: Tx;
  log: Log;
  actor: Staff;
  at: Date;
  notes: string | undefined;
  request: repo.LockedRequest;
  assignee: Awaited<ReturnType<typeof lockAssignable>>;
};
/** The submitted fields that the office may correct. */
type Fields = Omit<z.infer<typeof updateRequestBody>, 'version'>;
type Correction = { type: 'request.corrected'; changes: NonNullable<ReturnType<typeof correctedFields>> };
const correctedFields = (request: repo.LockedRequest, fields: Fields) => changedFields(request, fields);
export type Step = {
  /** Whom the step may give the request to. */
  to?: number | null;
  /** What it claims of a request that may have changed since it was seen. */
  claims: (request: repo.LockedRequest, actor: Staff) => Claimed;
  /** Decides what becomes of a request; null when it stays as it is. */
  decide: (on: Change) => Promise<Move | Correction | null>;
};

/** Writes a move: the row, its history and the note. Announces it. Returns the new version. */
async function moveRequest({ tx, actor, at, notes, request }: Change, move: Move): Promise<number> {
  const statusMove = { request, to: move.status, actor, at };
  const isUndo = move.undoes !== undefined;
  const columns = await (isUndo
    ? moveBack(tx, { ...statusMove, assigned_to: move.assigned_to })
    : moveTo(tx, statusMove));
  const last = { changed_by: actor.id, last_change: partOf(move) };
  const changes = { ...columns, ...last, assigned_to: move.assigned_to };
  const { version } = await repo.updateRequest(tx, request.id, changes);
  await handOver(tx, { request, to: move.assigned_to, actor, at });
  await note(tx, request.id, notes, actor, at);
  // The office has acted, and with an undo it has not.
  if (move.undoes === undefined) await evidence.answerFlags(tx, request.id, { version, at });
  else await evidence.reopenFlags(tx, request.id, move.undoes);
  await announce(tx, actor, eventOf(request, move, notes ?? null));
  return version;
}

/** Writes a correction, and announces it. Returns the new version. */
async function correctRequest({ tx, log, actor, at, request }: Change, { type, changes }: Correction) {
  const { customer_email, customer_address } = changes.after;
  const customer_id = customer_email ? await followAddress(tx, actor, request, customer_email) : request.customer_id;
  const last = { changed_by: actor.id, last_change: 'details', updated_at: at } as const;
  const { version } = await repo.updateRequest(tx, request.id, { ...changes.after, customer_id, ...last });
  if (customer_address) await storeTown(tx, request.id, await townOf({ log }, customer_address));
  const moved = customer_id === request.customer_id ? null : { from: request.customer_id, to: customer_id };
  await announce(tx, actor, { type, request_id: request.id, assigned_to: request.assigned_to, ...changes, moved });
  return version;
}

/**
 * Changes one request in its own transaction, unless it meets a change since the version that was seen. Returns its new version. The assignee is locked before
 * the request, as a deactivation does, to prevent deadlocks.
 */
export const changeRequest = (
  deps: Deps,
  actor: Staff,
  chosen: Chosen,
  { to, claims, decide }: Step,
): Promise<number> =>
  deps.transaction(async (tx, deps) => {
    const [assignee, request] = await Promise.all([
      typeof to === 'number' ? lockAssignable(tx, to) : undefined,
      lockReachable(tx, actor, chosen.id),
    ]);
    await refuseMet(deps, tx, request, chosen.version, claims(request, actor));
    const on = { tx, log: deps.log, actor, at: deps.now(), notes: chosen.notes, request, assignee };
    const change = await decide(on);
    if (!change) return request.version;
    return change.type === 'request.corrected' ? correctRequest(on, change) : moveRequest(on, change);
  });

/** Whether a change that sets nothing anew is one all the same: a note, or the office's answer to a visit without a signature. */
const isAnswer = async ({ tx, notes, request }: Change) => Boolean(notes) || evidence.isFlagged(tx, request.id);

const chooseAnother = () => invalid([{ field: 'technician_id', message: requestTexts.chooseTechnician }]);

/** To an active technician or admin. */
export const assignTo = (to: number): Step => ({
  to,
  claims: (request, { id: by }) => ({
    wanted: { assigned_to: to },
    relies: isClosed(request) ? ['status'] : [],
    repeats: { part: 'assignment', by },
  }),
  decide: async (on) => {
    if (!on.assignee) throw chooseAnother();
    const after = { assigned_to: to, status: statusOnAssign(on.request.status) };
    if (!changedFields(on.request, after) && !(await isAnswer(on))) return null;
    return { type: 'request.assigned', ...after };
  },
});

export const setStatus = (status: Status): Step => ({
  claims: (_request, { id: by }) => ({ wanted: { status }, repeats: { part: 'status', by } }),
  decide: async (on) => {
    const { assigned_to } = on.request;
    if (status === on.request.status && !(await isAnswer(on))) return null;
    return { type: 'request.status_changed', assigned_to, status };
  },
});

/** Back to the office. A request that nobody has stays as it is. */
export const takeBack: Step = {
  // Work that has begun since, or is done, would be taken away unseen.
  claims: ({ assigned_to }) => ({ wanted: { assigned_to: null }, relies: assigned_to === null ? [] : ['status'] }),
  decide: async ({ request: { assigned_to: from, status } }) =>
    from === null ? null : { type: 'request.unassigned', from, assigned_to: null, status: statusOnUnassign(status) },
};

/** Other submitted fields. Those left out stay, so that edits of different fields merge. */
const correct = (fields: Fields, seen: number | undefined): Step => ({
  claims: (request) => ({ wanted: enteredFields(updateRequestBody, { row: request, now: request }, fields, seen) }),
  decide: async ({ request }) => {
    const own = enteredFields(updateRequestBody, { row: request, now: request }, fields, seen);
    const changes = correctedFields(request, own);
    return changes && { type: 'request.corrected', changes };
  },
});

/** Dispatches a request to an active technician or admin (spec §2 Assignment, §6). */
export const assign: UseCase<typeof requests.assign> = async (deps, actor, { params, body }) => {
  await changeRequest(deps, actor, { ...params, ...body }, assignTo(body.technician_id));
  return detailAnswer(deps, actor, params.id);
};

/** The office sets any of the five statuses (spec §4). */
export const changeStatus: UseCase<typeof requests.changeStatus> = async (deps, actor, { params, body }) => {
  await changeRequest(deps, actor, { ...params, ...body }, setStatus(body.status));
  return detailAnswer(deps, actor, params.id);
};

/** Takes a request back: one at hand is pending again. One that is assigned to nobody stays as it is. */
export const unassign: UseCase<typeof requests.unassign> = async (deps, actor, { params, body }) => {
  await changeRequest(deps, actor, { ...params, ...body }, takeBack);
  return detailAnswer(deps, actor, params.id);
};

/** The office corrects the submitted fields (spec §7 PUT). */
export const update: UseCase<typeof requests.update> = async (deps, actor, { params, body }) => {
  const { version, ...fields } = body;
  await changeRequest(deps, actor, { ...params, version }, correct(fields, version));
  return detailAnswer(deps, actor, params.id);
};
