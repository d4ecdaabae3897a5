import { onEvery } from '#server/events.ts';
import { messagesOf } from './live.audience.rules.ts';
import { insertMessages } from './live.repo.ts';

/** Open browsers hear of a change when its transaction commits. One statement stores what each of them may hear. */
export const liveReactions = [
  onEvery(async ({ tx }, event) => {
    const messages = messagesOf(event);
    if (!messages.length) return;
    await insertMessages(
      tx,
      messages.map(({ topic, id, roles, userIds }) => ({
        topic,
        entity_id: id,
        roles: [...roles],
        user_ids: [...userIds],
      })),
    );
  }),
];
