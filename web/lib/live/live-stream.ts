import { createParser } from 'eventsource-parser';
import { type LiveMessage, live } from '#contract/live.ts';
import { ApiError, authorized } from '../api-client.ts';
import { readToken } from '../session/token.ts';
import { handleUnauthorized } from '../session/unauthorized.ts';

/** The server shows a sign of life every 20 s. A stream that is silent for longer than two of them is dead. */
const SILENCE_MS = 45_000;

/** Reads with a limit on the silence; rejects when it is over. */
async function readInTime<T>(reader: ReadableStreamDefaultReader<T>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the live updates are silent')), SILENCE_MS);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Opens the stream, with the stored bearer token. A fetch, because EventSource sends no header, and a token must not stand in an
 * address.
 * @throws ApiError when the server refuses
 */
async function open(lastEventId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const token = readToken();
  const headers = authorized({ accept: 'text/event-stream' }, token);
  if (lastEventId) headers.set('last-event-id', lastEventId);
  const answer = await fetch(`/api${live.follow.path}`, { headers, signal, cache: 'no-store' });
  if (answer.ok && answer.body) return answer.body;
  // After a new sign-in in another tab, a refused old token says nothing about the session.
  if (answer.status === 401 && readToken() === token) handleUnauthorized(live.follow.path);
  throw new ApiError(answer.status, {});
}

/**
 * Follows the live updates over one connection. Resolves when the server ends it.
 * @param options.lastEventId where to resume
 * @param options.message is called for each message, with the id that resumes after it, if it has one
 * @param options.alive is called for each sign of life
 * @throws ApiError when the server refuses; other errors when the connection breaks or falls silent
 */
export async function followLive(options: {
  lastEventId: string | null;
  message: (message: LiveMessage, id: string | undefined) => void;
  alive: () => void;
  signal: AbortSignal;
}): Promise<void> {
  const { lastEventId, message, alive, signal } = options;
  const body = await open(lastEventId, signal);
  const parser = createParser({
    // The server has checked the message against the same schema.
    onEvent: ({ data, id }) => message(JSON.parse(data) as LiveMessage, id),
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await readInTime(reader);
      if (done) return;
      alive();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
