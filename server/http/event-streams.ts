import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { EventsEndpoint } from '#contract/endpoint.ts';
import type { StreamedEvent } from '../deps.ts';
import type { Connections } from './connections.ts';

/** Proxies cut a connection that is silent for 50 to 60 seconds. */
const SIGN_OF_LIFE_MS = 20_000;
const SIGN_OF_LIFE = ':\n\n';
/** The server ends a stream whose reader falls behind by more than this. The browser connects again. */
const PILED_UP_BYTES = 256 * 1024;

/** Calls `run` each time a sign of life is due. Returns a function that ends it. */
export type StreamPace = (run: () => void) => () => void;

const everyTwentySeconds: StreamPace = (run) => {
  const timer = setInterval(run, SIGN_OF_LIFE_MS).unref();
  return () => clearInterval(timer);
};

export type EventStreams = {
  /**
   * Sends events until the connection ends or there are no more, with signs of life in between. An event that does not fit its
   * schema is a bug of the server: it ends the stream, and the browser connects again.
   * @param ended is aborted when the stream ends
   */
  send(
    endpoint: EventsEndpoint,
    reply: FastifyReply,
    events: AsyncIterable<StreamedEvent>,
    ended: AbortController,
  ): FastifyReply;
  /** Ends all streams, and those that begin after this. For the server's stop. */
  endAll(): void;
  /** How many are open. */
  readonly open: number;
};

declare module 'fastify' {
  interface FastifyInstance {
    eventStreams: EventStreams;
  }
}

/** An event in the text/event-stream format. Neither JSON nor the ids contain line breaks. */
const textOf = ({ id }: { id?: string }, data: unknown) =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** The streams of server-sent events of one server. */
export function createEventStreams(
  connections: Pick<Connections, 'setAside'>,
  pace: StreamPace = everyTwentySeconds,
): EventStreams {
  /** For each open stream the function that ends it. */
  const open = new Set<() => void>();
  let isStopping = false;

  return {
    send(endpoint, reply, events, ended) {
      let isOver = false;
      const stream = new Readable({
        read: () => undefined,
        destroy: (error, done) => {
          isOver = true;
          open.delete(end);
          stopSigns();
          ended.abort();
          done(error);
        },
      });
      const end = () => {
        if (isOver) return;
        isOver = true;
        stream.push(null);
      };
      const push = (text: string) => {
        if (isOver) return;
        // What a reader has not taken yet is held in memory, so a reader that takes nothing is cut off.
        if (stream.readableLength > PILED_UP_BYTES) stream.destroy();
        else stream.push(text);
      };
      const stopSigns = pace(() => push(SIGN_OF_LIFE));
      open.add(end);
      connections.setAside(reply.request.raw.socket);
      const pump = async () => {
        for await (const event of events) push(textOf(event, endpoint.event.parse(event.data)));
        end();
      };
      pump().catch((error: Error) => stream.destroy(ended.signal.aborted ? undefined : error));
      if (isStopping) end();
      return reply
        .headers({
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          // nginx holds events back otherwise.
          'x-accel-buffering': 'no',
          // The connection no longer counts against its network's share, so it carries nothing else afterwards.
          connection: 'close',
        })
        .send(stream);
    },
    endAll() {
      isStopping = true;
      for (const end of open) end();
    },
    get open() {
      return open.size;
    },
  };
}
