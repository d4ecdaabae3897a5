import type { EventOf } from '#contract/events.ts';
import { announce, type Context, on } from '#server/events.ts';
import { addNotes } from './detail/notes.repo.ts';
import { saveReturned } from './refused/refused.service.ts';
import * as evidence from './requests.evidence.repo.ts';
import * as history from './requests.history.repo.ts';
import * as repo from './requests.repo.ts';
import { canWork } from './requests.rules.ts';

type Account = EventOf<'user.created'>['user'];
type Taker = EventOf<'user.deleted'>['taker'];

/** Gives the open requests of someone who cannot work any more to the taker, or back to the unassigned list, each with a note. */
async function releaseOpenWork({ tx, deps, actor }: Context, { id, name }: Account, taker: Taker): Promise<void> {
  // Only a member of staff changes a user.
  if (actor.kind !== 'staff') throw new Error('a visitor cannot release work');
  const at = deps.now();
  const to = taker?.id ?? null;
  const requests = await repo.releaseAssignedTo(tx, id, { to, changedBy: actor.id, at });
  if (!requests.length) return;
  const moved = requests.filter(({ before, after }) => before !== after);
  const change = { changed_by: actor.id, changed_at: at };
  if (moved.length) {
    await history.addStatusChanges(
      tx,
      moved.map((request) => ({ request_id: request.id, status: request.after, since: null, ...change })),
    );
  }
  await history.addAssignments(
    tx,
    requests.map((request) => ({ request_id: request.id, assigned_from: id, assigned_to: to, ...change })),
  );
  const body = `${name} is no longer available. ${taker ? `${taker.name} takes over.` : 'Back to the unassigned list.'}`;
  await addNotes(
    tx,
    requests.map((request) => ({ request_id: request.id, author_id: actor.id, body, created_at: at })),
  );
  await announce(tx, actor, { type: 'request.released', technician: { id, name }, taker, requests });
}

async function releaseWhenGone(context: Context, change: EventOf<'user.updated' | 'user.deactivated'>): Promise<void> {
  if (canWork(change.before) && !canWork(change.after)) await releaseOpenWork(context, change.before, change.taker);
}

/** The end of the work has answered a visit without a signature: the request is not flagged any more. */
const settle = ({ tx, deps }: Context, { request }: { request: { id: number } }) =>
  evidence.settleUnsignedVisits(tx, [request.id], deps.now());

/** The timeline names what was corrected. The values are in the request, and in the trail. */
async function rememberCorrection({ tx, deps, actor }: Context, { request_id, after }: EventOf<'request.corrected'>) {
  const changed_by = actor.kind === 'staff' ? actor.id : null;
  await history.addCorrection(tx, { request_id, fields: Object.keys(after), changed_by, changed_at: deps.now() });
}

/** What a technician had sent in vain is saved when the request is theirs again. */
async function saveWhenReturned({ tx, deps, actor }: Context, requestIds: readonly number[], technicianId: number) {
  if (actor.kind !== 'staff') return;
  for (const id of requestIds) await saveReturned({ tx, actor, at: deps.now() }, id, technicianId);
}

export const requestReactions = [
  on('request.corrected', rememberCorrection),
  on('request.completed', settle),
  on('request.work_updated', async (context, event) => {
    if (event.after.status === 'completed' || event.after.status === 'cancelled') await settle(context, event);
  }),
  on('request.released', ({ tx, deps }, { requests }) =>
    evidence.settleUnsignedVisits(
      tx,
      requests.map(({ id }) => id),
      deps.now(),
    ),
  ),
  on('request.assigned', async (context, { request, before, after }) => {
    if (before.assigned_to !== after.assigned_to) await saveWhenReturned(context, [request.id], after.assigned_to);
  }),
  on('request.released', async (context, { taker, requests }) => {
    if (!taker) return;
    await saveWhenReturned(
      context,
      requests.map(({ id }) => id),
      taker.id,
    );
  }),
  on('user.updated', releaseWhenGone),
  on('user.deactivated', releaseWhenGone),
  on('user.deleted', async (context, { user, taker }) => {
    if (canWork(user)) await releaseOpenWork(context, user, taker);
  }),
];
