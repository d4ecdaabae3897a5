import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { EventsEndpoint } from '#contract/endpoint.ts';
import type { StreamedEvent } from '../deps.ts';

/** Proxies cut a connection that is silent for 50 to 60 seconds. */
const SIGN_OF_LIFE_MS = 20_000;
const SIGN_OF_LIFE = ':\n\n';
/** The server ends a stream whose reader falls behind by more than this. The browser connects again. */
const PILED_UP_BYTES = 256 * 1024;

/** An event in the text/event-stream format. Neither JSON nor the ids contain line breaks. */
const textOf = ({ id }: { id?: string }, data: unknown) =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/**
 * Sends events until the connection ends or there are no more, with a sign of life in between. An event that does not fit
 * its schema is a bug of the server: it ends the stream, and the browser connects again.
 * @param ended is aborted when the connection ends
 */
export function sendEvents(
  endpoint: EventsEndpoint,
  reply: FastifyReply,
  events: AsyncIterable<StreamedEvent>,
  ended: AbortController,
): FastifyReply {
  const stream = new Readable({
    read: () => undefined,
    destroy: (error, done) => {
      ended.abort();
      done(error);
    },
  });
  const alive = setInterval(() => stream.push(SIGN_OF_LIFE), SIGN_OF_LIFE_MS).unref();
  stream.once('close', () => clearInterval(alive));
  const pump = async () => {
    for await (const event of events) {
      if (ended.signal.aborted || stream.readableLength > PILED_UP_BYTES) return void stream.destroy();
      stream.push(textOf(event, endpoint.event.parse(event.data)));
    }
    stream.push(null);
  };
  pump().catch((error: Error) => stream.destroy(ended.signal.aborted ? undefined : error));
  return reply
    .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .send(stream);
}
