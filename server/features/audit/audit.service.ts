import type { AuditAction, AuditEntity } from '#contract/audit.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { TxDeps } from '#server/deps.ts';
import type { Staff, Visitor } from '#server/lib/actor.ts';
import * as repo from './audit.repo.ts';

export type AuditEvent = {
  action: AuditAction;
  entity: AuditEntity;
  entity_id: number | string | null;
  /** What changed, as plain JSON: never a password, a token or a file's bytes. */
  before?: object | null;
  after?: object | null;
};

/**
 * Adds one event to the trail, inside the caller's transaction: what happened and its trace are one.
 * @param actor who did it; someone not signed in is recorded as a visitor
 */
export async function record(deps: TxDeps, tx: Tx, actor: Staff | Visitor, event: AuditEvent): Promise<void> {
  const staff = 'id' in actor ? actor : null;
  await repo.insertEvent(tx, {
    at: deps.now(),
    actor_id: staff?.id ?? null,
    actor_name: staff?.name ?? 'Visitor',
    actor_role: staff?.role ?? null,
    action: event.action,
    entity: event.entity,
    entity_id: event.entity_id === null ? null : String(event.entity_id),
    before: event.before ? JSON.stringify(event.before) : null,
    after: event.after ? JSON.stringify(event.after) : null,
    ip: actor.ip,
    user_agent: actor.userAgent,
  });
}
