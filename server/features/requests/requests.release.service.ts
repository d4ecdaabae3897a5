import { paths } from '#contract/words/paths.ts';
import type { Database } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import type { Staff } from '#server/lib/actor.ts';
import { record } from '../audit/audit.service.ts';
import { notifyAdmins } from '../notifications/notifications.service.ts';
import * as history from './requests.history.repo.ts';
import * as repo from './requests.repo.ts';

/**
 * Gives the open requests of someone who cannot work any more back to the unassigned list, each with a note, inside the
 * caller's transaction; the office is told once. Apart from the requests' other use cases, because users need it and
 * those need users.
 */
export async function releaseOpenWork(
  deps: Deps,
  tx: Database,
  actor: Staff,
  technician: { id: number; name: string },
): Promise<void> {
  const at = deps.now();
  const released = await repo.releaseAssignedTo(tx, technician.id, { changedBy: actor.id, at });
  for (const { id, status } of released) {
    if (status !== 'pending') {
      await history.addStatusChange(tx, { request_id: id, status: 'pending', changed_by: actor.id, changed_at: at });
    }
    await history.addAssignment(tx, {
      request_id: id,
      assigned_from: technician.id,
      assigned_to: null,
      changed_by: actor.id,
      changed_at: at,
    });
    const body = `${technician.name} is no longer available. Back to the unassigned list.`;
    await repo.addNote(tx, { request_id: id, author_id: actor.id, body, created_at: at });
    await record(deps, tx, actor, {
      action: 'requests.unassign',
      entity: 'request',
      entity_id: id,
      before: { assigned_to: technician.id, status },
      after: { assigned_to: null, status: 'pending' },
    });
  }
  if (!released.length) return;
  const count = `${released.length} open request${released.length === 1 ? '' : 's'}`;
  await notifyAdmins(
    deps,
    tx,
    {
      type: 'system',
      title: 'Work to reassign',
      message: `${technician.name} is no longer available: ${count} went back to the unassigned list.`,
      priority: 'high',
      link: paths.adminDashboard(),
    },
    null,
  );
}
