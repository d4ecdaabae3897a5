import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import { actorOf, refuseEnded, signIn } from '../features/auth/auth.service.ts';
import type { Actor, Staff, Visitor } from '../lib/actor.ts';
import { DomainError } from '../lib/errors.ts';

/** The origin of a call. The user agent is cut and made storable. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  kind: 'visitor',
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 256).toWellFormed().replaceAll('\u0000', ''),
});

/**
 * The actor of a call, as the endpoint's access demands: 401 without a valid session, 403 for a role not admitted.
 * The bearer header is the only credential; cookies are never read.
 */
export async function authorise(deps: Deps, access: Access, request: FastifyRequest): Promise<Actor> {
  const visitor = visitorOf(request);
  if (access === 'public') return visitor;
  const token = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1];
  // A page that nobody uses says so with the calls that it makes by itself.
  const isAttended = request.headers['x-unattended'] === undefined;
  const actor = token ? await actorOf(deps, token, visitor, isAttended) : null;
  if (!actor) throw signIn();
  if (access !== 'signed_in' && !access.includes(actor.role)) {
    throw new DomainError('forbidden', 'You do not have access to this');
  }
  return actor;
}

/**
 * The dependencies of a write by a member of staff. Whoever loses the session or the role while the write waits for a lock is
 * refused, and nothing of the write stays (threats T17). The check comes last in each transaction, so that a deactivation
 * never waits for the writes that it ends. It also precedes a refusal by the use case, which may tell what was read.
 */
export const onBehalfOf = (deps: Deps, actor: Staff): Deps => ({
  ...deps,
  transaction: (work, { endsSession = false } = {}) =>
    deps.transaction(async (tx, inside) => {
      if (endsSession) return work(tx, inside);
      const check = () => refuseEnded(inside, tx, actor);
      const answer = await work(tx, inside).catch(async (error: unknown) => {
        if (error instanceof DomainError) await check();
        throw error;
      });
      await check();
      return answer;
    }),
});
