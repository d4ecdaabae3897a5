import { Readable } from 'node:stream';
import { z } from 'zod';
import type { LiveMessage } from '#contract/live.ts';
import { rowId } from '#contract/text.ts';
import { type Bus, channel } from '#server/bus.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/lib/actor.ts';
import { DomainError } from '#server/lib/errors.ts';
import type { Log } from '#server/lib/log.ts';
import { networkOf } from '#server/lib/networks.ts';
import { isAlive } from '../auth/auth.rules.ts';
import * as repo from './live.repo.ts';
import { changesFor, idOf, type Position, positionOf, type Reader, type StoredMessage } from './live.rules.ts';

/** Messages were stored. The database sends it (migrations/0013_live.sql). */
const storedChannel = channel('live', z.strictObject({}));
/** Sessions of a user ended, or the user's rights changed. The database sends it. */
const sessionsChannel = channel('sessions', z.strictObject({ user_id: rowId }));

/** The maximum number of streams per user. A browser has one, and a user may have several browsers. */
const PER_USER = 10;
const PER_NETWORK = 200;
const CHECK_MS = 20_000;
/** A stream with nothing to tell gets a new position after this, so that its browser can resume later. */
const POSITION_MS = 5 * 60_000;
const TOO_MANY = 'Too many open connections for live updates';

type Event = { id?: string; data: LiveMessage };
type Stream = {
  reader: Reader & { sessionId: number; network: string };
  out: Readable;
  /** Events that wait until those before the stream's beginning are sent; null when there is nothing to wait for. */
  waiting: Event[] | null;
  /** False until the stream has a place in the messages. */
  isPlaced: boolean;
  toldAt: number;
};

/** The open streams of this instance. */
export type LiveStreams = {
  /**
   * Follows the messages for this user, from the event with `lastEventId` on. Ends with the session and with `signal`.
   * @throws `rate_limited` when the user or the network has too many streams; `unauthorized` when the session has just ended
   */
  open(actor: Staff, lastEventId: string | undefined, signal: AbortSignal): Promise<AsyncIterable<Event>>;
  /** Ends the streams of sessions that are over. Runs by itself every 20 s, and when the database tells of a change. */
  check(): Promise<void>;
  close(): void;
};

type Given = {
  db: Database;
  bus: Pick<Bus, 'subscribe'>;
  now: () => Date;
  log: Pick<Log, 'error'>;
  /** False lets a network have any number of streams, for load tests. */
  limited: boolean;
};

/** Opens this instance's end of the live updates. All its streams share one read of each new message. */
export async function openLiveStreams({ db, bus, now, log, limited }: Given): Promise<LiveStreams> {
  const streams = new Set<Stream>();
  /** How far this instance has read; null while it has no streams. */
  let position: Position | null = null;
  let reading: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function send(stream: Stream, event: Event): void {
    stream.toldAt = now().getTime();
    if (stream.waiting) stream.waiting.push(event);
    else stream.out.push(event);
  }
  function end(stream: Stream): void {
    if (!streams.delete(stream)) return;
    stream.out.push(null);
  }
  function tell(messages: readonly StoredMessage[], at: Position): void {
    for (const stream of streams) {
      if (!stream.isPlaced) continue;
      const changes = changesFor(stream.reader, messages);
      if (changes.length) send(stream, { id: idOf(at), data: { type: 'changed', changes } });
    }
  }

  async function read(): Promise<void> {
    if (!streams.size) {
      position = null;
      return;
    }
    const at = now().getTime();
    // A position that a browser could not resume from may be older than the oldest message.
    if (position && !positionOf(idOf(position), at)) {
      for (const stream of streams) if (stream.isPlaced) end(stream);
      position = null;
    }
    if (!position) {
      position = { at, snapshot: await repo.readSnapshot(db) };
      return;
    }
    const { snapshot, messages } = await repo.messagesSince(db, position.snapshot);
    position = { at, snapshot };
    tell(messages, position);
  }
  /** Resolves after a read that began after this call. */
  function refresh(): Promise<void> {
    if (!reading) {
      reading = read().finally(() => {
        reading = null;
      });
      return reading;
    }
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = null;
        return refresh();
      });
    return next;
  }

  /** Ends those of these streams whose session is over or whose user has other rights. */
  async function endRevoked(some: readonly Stream[]): Promise<void> {
    if (!some.length) return;
    const rows = await repo.findSessions(db, [...new Set(some.map(({ reader }) => reader.sessionId))]);
    const sessions = new Map(rows.map((row) => [row.id, row]));
    for (const stream of some) {
      const session = sessions.get(stream.reader.sessionId);
      const isValid = session?.is_active && session.role === stream.reader.role && isAlive(session, now());
      if (!isValid) end(stream);
    }
  }
  const report = (error: unknown) => log.error({ err: error }, 'live updates could not be read');
  const wake = () => void (streams.size && refresh().catch(report));
  /** A stream whose session cannot be checked ends: its browser connects again, and the new stream is checked. */
  const endRevokedOrAll = (some: readonly Stream[]) =>
    endRevoked(some).catch((error: unknown) => {
      report(error);
      for (const stream of some) end(stream);
    });

  async function check(): Promise<void> {
    await endRevokedOrAll([...streams]);
    if (!streams.size) return;
    await refresh();
    if (!position) return;
    const quiet = now().getTime() - POSITION_MS;
    for (const stream of streams) {
      if (!stream.isPlaced || stream.toldAt > quiet) continue;
      send(stream, { id: idOf(position), data: { type: 'changed', changes: [] } });
    }
  }
  const timer = setInterval(() => void check().catch(report), CHECK_MS).unref();
  await bus.subscribe(storedChannel, { message: wake, missed: wake });
  await bus.subscribe(sessionsChannel, {
    message: ({ user_id }) => void endRevokedOrAll([...streams].filter(({ reader }) => reader.userId === user_id)),
    missed: () => void endRevokedOrAll([...streams]),
  });

  function refuseTooMany(reader: Stream['reader']): void {
    const others = [...streams].map((stream) => stream.reader);
    const ofUser = others.filter(({ userId }) => userId === reader.userId).length;
    const ofNetwork = others.filter(({ network }) => network === reader.network).length;
    if (ofUser < PER_USER && (!limited || ofNetwork < PER_NETWORK)) return;
    throw new DomainError('rate_limited', TOO_MANY);
  }

  /** Gives a new stream its place in the messages, and sends what its browser has missed before it. */
  async function place(stream: Stream, since: Position | null): Promise<void> {
    await refresh();
    const until = position;
    if (!streams.has(stream)) return;
    if (!until) throw new Error('a stream has no place without a position');
    stream.isPlaced = true;
    const missed = since && (await repo.messagesBetween(db, since.snapshot, until.snapshot));
    if (!streams.has(stream)) return;
    const changes = missed ? changesFor(stream.reader, missed) : [];
    // Without changes the position goes with the first event, so that a break right after it loses nothing.
    const opened: LiveMessage = { type: 'opened', resumed: Boolean(missed) };
    stream.out.push(changes.length ? { data: opened } : { id: idOf(until), data: opened });
    if (changes.length) stream.out.push({ id: idOf(until), data: { type: 'changed', changes } });
    for (const event of stream.waiting ?? []) stream.out.push(event);
    stream.waiting = null;
  }

  return {
    async open(actor, lastEventId, signal) {
      const reader = {
        userId: actor.id,
        role: actor.role,
        sessionId: actor.sessionId,
        network: networkOf(actor.ip),
      };
      refuseTooMany(reader);
      const time = now().getTime();
      const stream: Stream = {
        reader,
        out: new Readable({ objectMode: true, read: () => undefined }),
        waiting: [],
        isPlaced: false,
        toldAt: time,
      };
      // Counted from here on, so that many calls at once do not pass the bound together.
      streams.add(stream);
      signal.addEventListener('abort', () => end(stream), { once: true });
      try {
        // Checked again now that the stream hears of its session's end: it may have ended since the call was admitted.
        await endRevoked([stream]);
        if (!streams.has(stream)) throw new DomainError('unauthorized', 'Please sign in');
        await place(stream, positionOf(lastEventId, time));
      } catch (error) {
        end(stream);
        throw error;
      }
      return stream.out;
    },
    check,
    close() {
      clearInterval(timer);
      for (const stream of streams) end(stream);
    },
  };
}
