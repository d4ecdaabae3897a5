import type { QueryKey } from '@tanstack/react-query';
import type { LiveChange, LiveTopic } from '#contract/live.ts';

/** Whether a read may look different after a change of one thing. `about`: the read shows nothing but the thing with this id. */
type Concerns = (about: number | null, part: unknown) => boolean;

/** Which reads follow from each topic, by the first word of their keys. */
const reads: Record<LiveTopic, Record<string, (id: number | null) => Concerns>> = {
  request: {
    requests: (id) => (about, part) =>
      part !== 'tracking' && part !== 'held' && (about === null || id === null || about === id),
    // A customer's history and counts consist of requests.
    customers: () => () => true,
    // Every figure counts requests.
    reports: () => (_, part) => part !== 'monthly',
  },
  held_request: { requests: () => (_, part) => part === 'held' },
  contact: { contact: (id) => (about) => about === null || id === null || about === id },
  user: {
    users: () => () => true,
    requests: () => (_, part) => part === 'assignees' || part === 'monitor',
    // Reports name technicians and count users.
    reports: () => () => true,
  },
  settings: { settings: () => () => true },
  notification: { notifications: () => () => true },
};

/** Whether a read may look different after one of the changes. A topic that only a newer server knows may concern every read. */
export function isConcerned(key: QueryKey, changes: readonly LiveChange[]): boolean {
  const [feature, part, third] = key;
  const about = typeof third === 'number' ? third : null;
  return changes.some(({ topic, id }) =>
    Object.hasOwn(reads, topic) ? (reads[topic][String(feature)]?.(id)(about, part) ?? false) : true,
  );
}

/** Whether live updates tell of all changes to what this read shows. The others are polled. */
export const isTold = (key: QueryKey): boolean =>
  key[1] !== 'tracking' && Object.values(reads).some((byFeature) => String(key[0]) in byFeature);
