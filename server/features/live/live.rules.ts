import { type LiveChange, type LiveTopic, liveTopics } from '#contract/live.ts';
import type { Role } from '#contract/words/roles.ts';

/** How long a browser may be away and still resume. Messages are kept longer (live.service.ts). */
const RESUMES_MS = 15 * 60_000;
/** Longer lists of changes name the topics only. */
const CHANGES_MAX = 100;
const LONGEST_ID = 4_096;

/** How far a reader has read: `snapshot` is a pg_snapshot as text, `at` the time of the read in milliseconds since 1970. */
export type Position = { at: number; snapshot: string };

/** The id of an event: the position that its reader has reached with it. */
export const idOf = ({ at, snapshot }: Position): string => `${at}.${snapshot}`;

/** Whether a text is a snapshot that PostgreSQL accepts: `xmin:xmax:` and the transactions under way between them, in order. */
function isSnapshot(text: string): boolean {
  const [xmin, xmax, under] = text.split(':');
  const numbers = [xmin, ...(under ? under.split(',') : [])].map((part) => BigInt(part ?? 0));
  const isOrdered = numbers.every((number, nth) => nth < 2 || number > (numbers[nth - 1] ?? 0n));
  const end = BigInt(xmax ?? 0);
  const first = numbers[0] ?? 0n;
  const isInside = numbers.slice(1).every((number) => number >= first && number < end);
  return first > 0n && first <= end && end < 2n ** 63n && isOrdered && isInside;
}

/**
 * Parses a Last-Event-ID; null when it is not one of ours, or so old that messages may be gone.
 * @param now in milliseconds since 1970
 */
export function positionOf(id: string | undefined, now: number): Position | null {
  if (id === undefined || id.length > LONGEST_ID) return null;
  const parts = /^(\d{13})\.(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?)$/.exec(id);
  if (!parts?.[1] || !parts[2] || !isSnapshot(parts[2])) return null;
  const at = Number(parts[1]);
  return now - at < RESUMES_MS ? { at, snapshot: parts[2] } : null;
}

/** A stored message. */
export type StoredMessage = { topic: LiveTopic; entity_id: number | null; roles: Role[]; user_ids: number[] };
export type Reader = { userId: number; role: Role };

const concerns = ({ roles, user_ids }: StoredMessage, { role, userId }: Reader) =>
  roles.includes(role) || user_ids.includes(userId);

/** An instance of a newer release may have stored a topic that this one's browsers don't know. */
const isKnown = ({ topic }: StoredMessage) => liveTopics.includes(topic);

/** The changes in these messages that concern a reader, without duplicates. */
export function changesFor(reader: Reader, messages: readonly StoredMessage[]): LiveChange[] {
  const heard = messages.filter((message) => isKnown(message) && concerns(message, reader));
  const changes = new Map(heard.map(({ topic, entity_id: id }) => [`${topic} ${id}`, { topic, id }]));
  if (changes.size <= CHANGES_MAX) return [...changes.values()];
  return [...new Set(heard.map(({ topic }) => topic))].map((topic) => ({ topic, id: null }));
}
