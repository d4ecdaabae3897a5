import { type EventOf, type EventType, events } from '#contract/events.ts';
import { onEvery } from '#server/events.ts';
import { trailEntriesOf } from './entries.rules.ts';
import { addEntries } from './trail.service.ts';

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
