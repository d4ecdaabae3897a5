import type { requests } from '#contract/requests.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import type { Staff } from '#server/lib/actor.ts';
import { changeEach } from '#server/lib/change-each.ts';
import { DomainError } from '#server/lib/errors.ts';
import { assignTo, type Chosen, changeRequest, type Step, setStatus, takeBack } from './requests.change.service.ts';
import * as evidence from './requests.evidence.repo.ts';
import * as repo from './requests.repo.ts';

/** Changes each request on its own. A refused one is named by its tracking ID. */
async function changeMany<C extends Chosen>(
  deps: Deps,
  actor: Staff,
  { requests, notes }: { requests: readonly C[]; notes?: string | undefined },
  stepOf: (chosen: C) => Step,
) {
  // Read first: after a failure the database may be away, and what is changed must be told.
  const trackingIds = await repo.findTrackingIds(
    deps.db,
    requests.map(({ id }) => id),
  );
  const { done, refused } = await changeEach(deps, requests, (chosen) =>
    changeRequest(deps, actor, { ...chosen, notes }, stepOf(chosen)),
  );
  return { done, refused: refused.map((one) => ({ ...one, external_id: trackingIds.get(one.id) ?? null })) };
}

export const assignMany: UseCase<typeof requests.assignMany> = (deps, actor, { body }) =>
  changeMany(deps, actor, body, () => assignTo(body.technician_id));

export const unassignMany: UseCase<typeof requests.unassignMany> = (deps, actor, { body }) =>
  changeMany(deps, actor, body, () => takeBack);

export const changeStatusOfMany: UseCase<typeof requests.changeStatusOfMany> = (deps, actor, { body }) =>
  changeMany(deps, actor, body, () => setStatus(body.status));

type Place = Pick<repo.LockedRequest, 'assigned_to' | 'status'>;

/** Each request had an assignee of its own, so that this refusal concerns one of them only. */
const formerIsGone = () => new DomainError('conflict', 'Whoever had it before takes no requests any more.');

/** To the assignee and the status that it had, and flagged as it was. `version`: the one that the undone change made. */
const restore = ({ assigned_to, status, version }: Place & Chosen): Step => ({
  to: assigned_to,
  // An undo gives back the time and the evidence of the newest change, so its change has to be that one.
  claims: () => 'everything',
  decide: async (on) => {
    const back = { status, undoes: version };
    const { id, assigned_to: from } = on.request;
    if (from === assigned_to) {
      const isBack = version === undefined || !(await evidence.hasAnswered(on.tx, id, version));
      if (on.request.status === status && isBack) return null;
      return { type: 'request.status_changed', assigned_to, ...back };
    }
    if (assigned_to === null) return from === null ? null : { type: 'request.unassigned', from, assigned_to, ...back };
    if (!on.assignee) throw formerIsGone();
    return { type: 'request.assigned', assigned_to, ...back };
  },
});

/** Undoes a dispatch of many: each request gets the assignee and the status back that it had. */
export const restoreMany: UseCase<typeof requests.restoreMany> = (deps, actor, { body }) =>
  changeMany(deps, actor, body, restore);
