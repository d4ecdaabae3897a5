import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { BUSY, DomainError } from '../lib/errors.ts';
import { trustProxies } from '../lib/networks.ts';
import { boundConnections } from './connections.ts';
import { handleError, handleUnreadable, namesOneHost, refuseExpectations } from './errors.ts';
import { createEventStreams, type StreamPace } from './event-streams.ts';
import { serializers } from './log.ts';
import { measureCalls } from './metrics.ts';
import { refuseUnderPressure } from './pressure.ts';
import { securityHeaders } from './security-headers.ts';
import { type BodyWatch, endSlowBodies } from './slow-bodies.ts';

/** Long enough for 16 MB of photos over a slow phone connection. A body without progress is cut off far earlier. */
const REQUEST_TIMEOUT = 120_000;

/** The longest address that is accepted. Valid ones have a few hundred characters; a search may have 200 of any kind. */
const LONGEST_URL = 2_048;

/** Returns 200 while the process runs, even when it is overloaded. */
const HEALTH = '/api/health';
const READY = '/api/ready';

/**
 * Fastify as this product uses it: structured log, time-outs, strict parsing, security headers, one error shape.
 * @param options.watchBodies how often the progress of a body is looked at; every ten seconds when left out
 * @param options.streams when open streams of events show a sign of life; every 20 s when left out
 */
export async function createServer(
  config: Pick<
    Config,
    'logLevel' | 'trustedProxies' | 'rateLimits' | 'drainSeconds' | 'shutdownSeconds' | 'patience' | 'metricsToken'
  >,
  options: { watchBodies?: BodyWatch | undefined; streams?: StreamPace | undefined } = {},
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
    // The proxies of deploy/ let go of an idle connection before.
    keepAliveTimeout: 5_000,
    trustProxy: trustProxies(config.trustedProxies),
    forceCloseConnections: 'idle',
    // Fastify counts what waits for requests under way as the loading of a plugin, and would end it after 10 s. The delay of a stop
    // (server/main.ts) is its limit.
    pluginTimeout: 0,
    // A request during the shutdown gets an answer in the contract's error shape, below.
    return503OnClosing: false,
    // A path that cannot be decoded never reaches a route or its error handler.
    frameworkErrors: handleError,
    clientErrorHandler: handleUnreadable,
    // A missing host is refused below, with several of them. Node's own answer has another shape.
    http: { requireHostHeader: false, headersTimeout: config.patience.silenceMs, connectionsCheckingInterval: 2_000 },
  });
  app.server.maxConnections = 2_000;
  refuseExpectations(app.server);
  const connections = boundConnections(app.server, {
    trustedProxies: config.trustedProxies,
    limited: config.rateLimits,
    silenceMs: config.patience.silenceMs,
    warn: (fields, message) => app.log.warn(fields, message),
  });
  const eventStreams = createEventStreams(connections, options.streams);
  app.decorate('eventStreams', eventStreams);
  await measureCalls(app, config.metricsToken !== undefined);
  /** `draining`: everything is served but readiness, so that a load balancer sends the next calls elsewhere. */
  let state: 'serving' | 'draining' | 'closing' = 'serving';
  const isRefused = (url: string | undefined) => url !== HEALTH && (state === 'closing' || url === READY);
  app.addHook('preClose', async () => {
    state = 'draining';
    if (config.drainSeconds) await wait(config.drainSeconds * 1_000);
    state = 'closing';
    // A stream ends only when its browser leaves. Browsers connect again, to another instance.
    eventStreams.endAll();
    await connections.drain(config.shutdownSeconds * 1_000);
  });
  const headers = securityHeaders();
  // Hooks with a callback: a promise for each hook and request would cost as much as the work of the hook.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (!namesOneHost(request.raw)) {
      reply.header('connection', 'close');
      done(new DomainError('validation_failed', 'The request has to name one host'));
    } else if ((request.raw.url ?? '').length > LONGEST_URL)
      done(new DomainError('uri_too_long', 'The address is too long'));
    else if (state !== 'serving' && isRefused(request.routeOptions.url)) done(new DomainError('unavailable', BUSY));
    else done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (state !== 'serving') reply.header('connection', 'close');
    done();
  });
  await refuseUnderPressure(
    app,
    config.rateLimits ? config.patience.loopDelayMs : 0,
    // Files and documents cost next to nothing, and a page that misses one of its files does not work at all.
    (request) => request.routeOptions.url === HEALTH || !request.url.startsWith('/api/'),
  );
  endSlowBodies(app, options.watchBodies);
  await app.register(multipart);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(handleError);
  const noSuchCall = async () => {
    throw new DomainError('not_found', 'There is no such call');
  };
  app.all('/api/*', noSuchCall);
  // Covers /api itself and methods that no route can name.
  await app.register(async (api) => api.setNotFoundHandler(noSuchCall), { prefix: '/api' });
  return app;
}
