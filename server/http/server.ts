import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { DomainError } from '../lib/errors.ts';
import { boundConnections } from './connections.ts';
import { BUSY, handleError } from './errors.ts';
import { serializers } from './log.ts';
import { type BodyWatch, endSlowBodies } from './slow.ts';

const HEADERS_TIMEOUT = 8_000;
/** Long enough for 16 MB of photos over a slow phone connection; what makes no progress is cut off far earlier. */
const REQUEST_TIMEOUT = 120_000;

/** The longest address that is looked at. Ours have at most a few hundred characters; a search can have 200 of any kind. */
const LONGEST_URL = 2_048;

/**
 * Fastify as this product uses it: structured log, time-outs, strict parsing, security headers, one error shape.
 * @param watchBodies how often the progress of a body is looked at; every ten seconds when left out
 */
export async function createServer(
  config: Pick<Config, 'logLevel' | 'trustedProxies' | 'rateLimits' | 'shutdownSeconds'>,
  watchBodies?: BodyWatch,
): Promise<FastifyInstance> {
  const app = fastify({
    logger: {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers,
    },
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 5_000,
    trustProxy: config.trustedProxies.length ? [...config.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // What is asked while closing gets our own answer, below.
    return503OnClosing: false,
    // A path that cannot be decoded never reaches a route or its error handler.
    frameworkErrors: handleError,
    http: { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: 2_000 },
  });
  app.server.maxConnections = 2_000;
  const connections = boundConnections(app.server, {
    trustedProxies: config.trustedProxies,
    limited: config.rateLimits,
    warn: (fields, message) => app.log.warn(fields, message),
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    await connections.drain(config.shutdownSeconds * 1_000);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if ((request.raw.url ?? '').length > LONGEST_URL) throw new DomainError('uri_too_long', 'The address is too long');
    if (isClosing && request.routeOptions.url !== '/api/health') throw new DomainError('unavailable', BUSY);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  await app.register(helmet, {
    // Documents carry their own policy; everything else may load nothing and be framed by nobody.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // Whether the site is HTTPS only is for whoever terminates TLS to say.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  });
  await app.register(underPressure, {
    // The delay alone: a loop that is always busy and still answers within milliseconds refuses nobody.
    maxEventLoopDelay: 1_000,
    pressureHandler: () => {
      throw new DomainError('unavailable', 'The server is busy. Please try again.', undefined, 5);
    },
  });
  endSlowBodies(app, watchBodies);
  await app.register(multipart);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(handleError);
  const noSuchCall = async () => {
    throw new DomainError('not_found', 'There is no such call');
  };
  app.all('/api/*', noSuchCall);
  // /api itself, and methods that routes cannot name.
  await app.register(async (api) => api.setNotFoundHandler(noSuchCall), { prefix: '/api' });
  return app;
}
