import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { rowId } from './text.ts';

/** What a change can concern. A message names the thing and never says what it contains. */
export const liveTopics = ['request', 'contact', 'user', 'settings', 'notification'] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** Something changed. `id` null: several of them, or the only one there is. */
const change = z.object({ topic: z.enum(liveTopics), id: rowId.nullable() });
export type LiveChange = z.infer<typeof change>;

/**
 * A message to an open browser, which then reads the data by its usual calls.
 * `opened` is the first one of a stream. `resumed` false: changes before it may be unknown to this browser.
 */
const liveMessage = z.union([
  z.object({ type: z.literal('opened'), resumed: z.boolean() }),
  z.object({ type: z.literal('changed'), changes: z.array(change) }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;

export const live = {
  follow: endpoint({
    kind: 'events',
    summary: 'Streams changes to what the caller may read. A Last-Event-ID header resumes after a break.',
    // Too many open streams of one user or one network.
    refuses: ['rate_limited'],
    method: 'GET',
    path: '/live',
    access: 'signed_in',
    event: liveMessage,
  }),
};
