import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import { actorOf, refuseEnded, signIn } from '../features/auth/auth.service.ts';
import { keyOf } from '../features/keys/keys.service.ts';
import type { ApiKey, Principal, Staff, Visitor } from '../lib/actor.ts';
import { DomainError } from '../lib/errors.ts';
import { callerOf } from '../lib/networks.ts';

/** The origin of a call. The user agent is cut and made storable. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  kind: 'visitor',
  ip: callerOf(request),
  callId: request.id,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 256).toWellFormed().replaceAll('\u0000', ''),
});

/** A session's token, or an API key, which is three characters longer. */
const BEARER = /^Bearer ((sb_)?[\w-]{43})$/;

/** Whose credential the call has; 401 without a valid one. The bearer header is the only place; cookies are never read. */
async function holderOf(deps: Deps, { headers }: FastifyRequest, visitor: Visitor): Promise<Staff | ApiKey> {
  const [, secret, isKey] = BEARER.exec(headers.authorization ?? '') ?? [];
  if (!secret) throw signIn();
  if (isKey) return keyOf(deps, secret, visitor);
  // A page that nobody uses says so with the calls that it makes by itself.
  const actor = await actorOf(deps, secret, visitor, headers['x-unattended'] === undefined);
  if (!actor) throw signIn();
  return actor;
}

/** Whether the endpoint admits the caller: a person by role, a key by the scope that the endpoint names. */
function isAdmitted({ access, key }: Endpoint, holder: Staff | ApiKey): boolean {
  if (holder.kind === 'key') return key !== undefined && holder.scopes.includes(key);
  return access === 'signed_in' || access.includes(holder.role);
}

/** The caller, as the endpoint demands: 401 without a valid session or key, 403 for a role or a key that is not admitted. */
export async function authorise(deps: Deps, endpoint: Endpoint, request: FastifyRequest): Promise<Principal> {
  const visitor = visitorOf(request);
  if (endpoint.access === 'public') return visitor;
  const holder = await holderOf(deps, request, visitor);
  if (!isAdmitted(endpoint, holder)) throw new DomainError('forbidden', 'You do not have access to this');
  return holder;
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
