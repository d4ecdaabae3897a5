import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Deps } from '../deps.ts';
import { DomainError } from '../lib/errors.ts';
import { networkOf } from '../lib/networks.ts';
import { sameBytes, tokenHash } from '../lib/tokens.ts';
import type { CallMetrics } from '../metrics.ts';

const PATH = '/metrics';
/** One label for every address that is no route: the metrics must not grow with what strangers send. */
const UNKNOWN = '(unknown)';
/** What answers calls that do not exist. */
const NO_SUCH_CALL = '/api/*';
/** The wrong tokens of a network. They are counted in memory, because the metrics are read while the database is away. */
const WRONG = { points: 10, duration: 60 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route in the metrics, for routes whose pattern is too particular. */
    measuredAs?: string;
  }
  interface FastifyInstance {
    /** Null when nothing is measured. */
    callMetrics: CallMetrics | null;
  }
}

function routeOf(request: FastifyRequest): string {
  const { url, config } = request.routeOptions;
  return request.is404 || url === undefined || url === NO_SUCH_CALL ? UNKNOWN : (config.measuredAs ?? url);
}

/** Counts every request to this server and how long it takes. Called before other hooks, which may refuse a request. */
export async function measureCalls(app: FastifyInstance, isWanted: boolean): Promise<void> {
  if (!isWanted) {
    app.decorate('callMetrics', null);
    return;
  }
  // Loaded when it is needed, so that the app answers sooner without it.
  const { createCallMetrics } = await import('../metrics.ts');
  const metrics = createCallMetrics();
  app.decorate('callMetrics', metrics);
  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    const { raw } = reply;
    // An answer that is cut off closes as well, but never finishes.
    raw.once('close', () => {
      const status = raw.headersSent ? String(raw.statusCode) : 'cut off';
      const isStream = raw.getHeader('content-type') === 'text/event-stream';
      const seconds = isStream ? undefined : (performance.now() - began) / 1_000;
      metrics.count({ method: request.method, route: routeOf(request), status }, seconds);
    });
    done();
  });
}

/** Admits whoever sends the token. A network that sent ten wrong ones in a minute is refused whatever it sends. */
function doorOf(token: string, isLimited: boolean): (request: FastifyRequest) => Promise<void> {
  const expected = tokenHash(token);
  const wrong = new RateLimiterMemory(WRONG);
  return async ({ ip, headers }) => {
    const network = networkOf(ip);
    const counted = isLimited ? await wrong.get(network) : null;
    if (counted && counted.consumedPoints >= WRONG.points) {
      const wait = Math.max(1, Math.ceil(counted.msBeforeNext / 1_000));
      throw new DomainError('rate_limited', 'Too many requests. Please try again later.', undefined, wait);
    }
    const sent = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    if (sent !== undefined && sameBytes(tokenHash(sent), expected)) return;
    if (isLimited) await wrong.penalty(network);
    throw new DomainError('unauthorized', 'The metrics are read with the token of METRICS_TOKEN');
  };
}

/** Serves the metrics to whoever has the token. Without METRICS_TOKEN there is no such page. */
export async function mountMetrics(app: FastifyInstance, deps: Deps): Promise<void> {
  const { metricsToken, rateLimits } = deps.config;
  const calls = app.callMetrics;
  if (!metricsToken || !calls) return;
  const { openMetrics } = await import('../metrics.ts');
  const metrics = openMetrics(deps, { calls, openStreams: () => app.eventStreams.open });
  const admit = doorOf(metricsToken, rateLimits);
  app.get(PATH, { exposeHeadRoute: false }, async (request, reply) => {
    await admit(request);
    return reply
      .headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .send(await metrics.read());
  });
}
