import { EventSourceParserStream } from 'eventsource-parser/stream';
import { vi } from 'vitest';
import type { LiveChange, LiveMessage } from '#contract/live.ts';

const WAIT = { interval: 5 };

export type Follower = {
  /** All messages so far. */
  messages: LiveMessage[];
  /** The id of the last event. */
  readonly lastId: string | undefined;
  /** All changes so far, in one list. */
  changes(): LiveChange[];
  /** Resolves when the stream has heard of this. */
  hears(change: LiveChange): Promise<void>;
  /** Resolves when the server has ended the stream, or its connection has broken. */
  ended: Promise<void>;
  /** Ends the connection, as a browser that closes. */
  leave(): Promise<void>;
};

/**
 * Follows the live updates as a browser does. Resolves when the stream is open.
 * @param url of the server, without /api
 * @throws the status, when the server refuses
 */
export async function follow(url: string, token: string, lastEventId?: string): Promise<Follower> {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/api/live`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  });
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`);
  const messages: LiveMessage[] = [];
  let lastId = lastEventId;
  const events = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const ended = (async () => {
    for await (const { id, data } of events) {
      lastId = id ?? lastId;
      messages.push(JSON.parse(data));
    }
  })().catch(() => undefined);
  const changes = () => messages.flatMap((message) => (message.type === 'changed' ? message.changes : []));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  await vi.waitUntil(() => messages.length > 0 || isOver, WAIT);
  if (messages.length === 0) throw new Error('the stream ended before its first message');
  return {
    messages,
    get lastId() {
      return lastId;
    },
    changes,
    hears: async (change) => {
      await vi.waitUntil(() => changes().some(({ topic, id }) => topic === change.topic && id === change.id), WAIT);
    },
    ended,
    async leave() {
      leaving.abort();
      await ended;
    },
  };
}
