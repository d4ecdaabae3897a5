import { type EventOf, type EventType, events } from '#contract/events.ts';
import { onEvery } from '#server/events.ts';
import { tracesOf } from './entries.rules.ts';
import { addEntries } from './trail.service.ts';

const tracesOfEvent = <T extends EventType>(event: EventOf<T>) => tracesOf[event.type](event);

/** Adds the entries of every event to the trail, in the transaction of the change: neither exists without the other. */
export const auditReactions = [
  onEvery(async ({ tx, deps, actor }, event) => {
    const { action, entity } = events[event.type];
    if (action === null) return;
    await addEntries(
      deps,
      tx,
      actor,
      tracesOfEvent(event).map((trace) => ({ action, entity, ...trace })),
    );
  }),
];
