import type { AuditAction } from '#contract/audit-actions.ts';
import { type EventOf, type EventType, events } from '#contract/events.ts';
import type { AuditEntity } from '#contract/words/audit.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { TxDeps } from '#server/deps.ts';
import { onEvery } from '#server/events.ts';
import type { Author } from '#server/lib/actor.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { type TrailEntry, trailEntriesOf } from './entries.rules.ts';
import { insertEntries } from './trail.repo.ts';

export type AuditEntry = TrailEntry & { action: AuditAction; entity: AuditEntity };

/**
 * Adds entries to the trail, inside the caller's transaction, in one statement.
 * @param actor the user who made the change; a caller who is not signed in is recorded as a visitor
 */
export async function addEntries(deps: TxDeps, tx: Tx, actor: Author, entries: readonly AuditEntry[]): Promise<void> {
  if (!entries.length) return;
  const staff = actor.kind === 'staff' ? actor : null;
  const at = deps.now();
  const births = await insertEntries(
    tx,
    hmacOf(deps.auditKey),
    entries.map((entry) => ({
      at,
      actor_id: staff?.id ?? null,
      actor_name: staff?.name ?? (actor.ip === '' ? 'The server' : 'Visitor'),
      actor_role: staff?.role ?? null,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entity_id === null ? null : String(entry.entity_id),
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
      ip: actor.ip,
      user_agent: actor.userAgent,
      call_id: actor.callId ?? null,
    })),
  );
  tx.afterCommit(() => deps.written.remember(births));
}

const entriesOfEvent = <T extends EventType>(event: EventOf<T>) => trailEntriesOf[event.type](event);

/** Adds the entries of every event to the trail, in the transaction of the change: neither exists without the other. */
export const auditReactions = [
  onEvery(async ({ tx, deps, actor }, event) => {
    const { action, entity } = events[event.type];
    if (action === null) return;
    await addEntries(
      deps,
      tx,
      actor,
      entriesOfEvent(event).map((entry) => ({ action, entity, ...entry })),
    );
  }),
];
