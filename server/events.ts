import { type DomainEvent, type EventOf, type EventType, events } from '#contract/events.ts';
import type { Announcer, Tx } from './db/transaction.ts';
import type { TxDeps } from './deps.ts';
import type { Author } from './lib/actor.ts';

/** The context of a reaction: the transaction of the change, the actor, and the dependencies inside a transaction. */
export type Context = { tx: Tx; deps: TxDeps; actor: Author };

/** A feature's reaction to an event. `type` null stands for every event. What it resolves to is nobody's. */
export type Reaction = { type: EventType | null; react: (context: Context, event: DomainEvent) => Promise<unknown> };

/** Declares a feature's reaction to events of this type, in the transaction of the change. */
export const on = <T extends EventType>(
  type: T,
  react: (context: Context, event: EventOf<T>) => Promise<unknown>,
): Reaction => ({
  type,
  // The announcer calls a reaction with events of its type only.
  react: (context, event) => react(context, event as EventOf<T>),
});

export const onEvery = (react: Reaction['react']): Reaction => ({ type: null, react });

/**
 * Announces an event inside the transaction of the change. When it resolves, every reaction has run. When a reaction fails,
 * the whole change is undone.
 * @param actor the caller who made the change
 */
export const announce = (tx: Tx, actor: Author, event: DomainEvent): Promise<void> => tx.announcer(tx, actor, event);

/**
 * Starts the reactions to each event in the order of the list and waits for all of them. None waits for another one, so that
 * their statements travel together: a reaction must not need what another one writes. Payloads keep only their schema's fields.
 */
export function createAnnouncer(deps: TxDeps, reactions: readonly Reaction[]): Announcer {
  const reactionsTo = (type: EventType) => reactions.filter((one) => one.type === type || one.type === null);
  const byType = new Map(Object.keys(events).map((type) => [type, reactionsTo(type as EventType)]));
  return async (tx, actor, event) => {
    const parsed = { type: event.type, ...events[event.type].payload.parse(event) } as DomainEvent;
    const reacting = (byType.get(event.type) ?? []).map(({ react }) => react({ tx, deps, actor }, parsed));
    // All have ended before the change is undone.
    const failed = (await Promise.allSettled(reacting)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  };
}
