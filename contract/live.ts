import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { rowId } from './text.ts';

/** The subjects of changes. A message names the subject and never includes its content. */
export const liveTopics = ['request', 'held_request', 'contact', 'user', 'settings', 'notification'] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** A change. `id` is null when it concerns several rows, or the only row of its kind. */
const change = z.object({ topic: z.enum(liveTopics), id: rowId.nullable() });
export type LiveChange = z.infer<typeof change>;

/**
 * A message to an open browser, which then reads the data with its usual calls. `opened` is the first message of a
 * stream. When `resumed` is false, the browser may have missed earlier changes.
 */
const liveMessage = z.union([
  z.object({ type: z.literal('opened'), resumed: z.boolean() }),
  z.object({ type: z.literal('changed'), changes: z.array(change) }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;

export const live = {
  follow: endpoint({
    kind: 'events',
    summary: 'Streams changes to what the caller may read. Send Last-Event-ID to resume after a disconnection.',
    // Too many open streams of one user or one network, or too many opened in a minute.
    refuses: ['rate_limited'],
    method: 'GET',
    path: '/live',
    access: 'signed_in',
    event: liveMessage,
  }),
};
