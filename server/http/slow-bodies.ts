import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The least progress in one period. A phone with one bar of signal is faster; an attacker who holds connections is not. */
const LEAST_BYTES = 4_096;
const EVERY_MS = 10_000;

/** Calls `check` periodically until the returned function is called. */
export type BodyWatch = (check: () => void) => () => void;

const everyTenSeconds: BodyWatch = (check) => {
  const timer = setInterval(check, EVERY_MS).unref();
  return () => clearInterval(timer);
};

/**
 * Ends requests whose body trickles in (threats T34). A fixed time-out would cut off honest uploads of 15 MB over a slow
 * connection, so the server checks the progress instead.
 * @param watch calls the check of a body periodically
 */
export function endSlowBodies(app: FastifyInstance, watch: BodyWatch = everyTenSeconds): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasBody(raw)) endWhenSlow(raw, watch);
    done();
  });
}

const hasBody = ({ complete, headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (!complete && (headers['content-length'] ?? '0') !== '0');

function endWhenSlow(raw: IncomingMessage, watch: BodyWatch): void {
  let seen = raw.socket.bytesRead;
  const stop = watch(() => {
    const now = raw.socket.bytesRead;
    if (!raw.complete && now - seen < LEAST_BYTES) raw.destroy();
    seen = now;
  });
  raw.once('close', stop);
  raw.once('end', stop);
}
