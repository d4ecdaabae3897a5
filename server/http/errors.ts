import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { DomainError } from '../lib/errors.ts';
import { isOpenedByPerson, sendErrorPage } from './error-page.ts';

/** The HTTP status of each error code. No other file maps codes to statuses. */
export const statusOf: Record<ErrorCode, number> = {
  validation_failed: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  key_reused: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
};

export const BUSY = 'The service is busy or restarting. Please try again in a moment.';
const BROKEN = 'Something went wrong on our side. Please try again.';

/** Classes and codes of PostgreSQL that mean "not now": connection lost, shutting down, out of resources, cancelled. */
const isAway = (code: string) =>
  /^(08|53|57|58)/.test(code) ||
  /^E(CONNREFUSED|CONNRESET|PIPE|NOENT|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND)$/.test(code);
/** Data that passed the schema but that PostgreSQL refuses is still the caller's mistake. */
const isBadData = (code: string) => /^22[0-9A-Z]{3}$/.test(code);
const isConflict = (code: string) => /^(23|40)[0-9A-Z]{3}$/.test(code);
const isLostConnection = (error: Error) =>
  /connection (terminated|timeout|error)|timeout exceeded when trying to connect/i.test(error.message);

/** Turns any thrown error into a typed refusal. An unexpected error becomes `internal`. */
function toDomainError(error: Error & { code?: unknown; statusCode?: number }): DomainError {
  if (error instanceof DomainError) return error;
  const code = typeof error.code === 'string' ? error.code : '';
  if (error.statusCode === 413) return new DomainError('payload_too_large', 'The request is too large');
  if (error.statusCode === 429) return new DomainError('rate_limited', 'Too many requests. Please try again later.');
  if (code.startsWith('FST_') && error.statusCode !== undefined && error.statusCode < 500) {
    return new DomainError('validation_failed', 'The request could not be read');
  }
  if (/^E(NOSPC|DQUOT)$/.test(code))
    return new DomainError('insufficient_storage', 'There is no room for more files right now');
  if (isAway(code) || isLostConnection(error)) return new DomainError('unavailable', BUSY);
  if (isBadData(code))
    return new DomainError('validation_failed', 'The request contains a value that cannot be stored');
  if (isConflict(code)) return new DomainError('conflict', 'Someone changed this at the same time. Please try again.');
  return new DomainError('internal', BROKEN);
}

/** Logs a bug with its cause, every other failure in one line, and a client that hung up at level info. */
function logFailure(error: FastifyError, refusal: DomainError, request: FastifyRequest): void {
  if (request.raw.socket.destroyed) request.log.info({ code: error.code }, 'the client went away');
  else if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed');
  else if (statusOf[refusal.code] >= 500) {
    const { message } = error.cause instanceof Error ? error.cause : error;
    request.log.warn({ refusal: refusal.code, code: error.code, reason: message }, 'request refused');
  }
}

/** Answers every failure in the contract's error shape, and a person who followed a link with a page. The cause of a bug goes to the log, never to the caller. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toDomainError(error);
  const status = statusOf[refusal.code];
  logFailure(error, refusal, request);
  const body: ErrorBody = {
    message: refusal.message,
    error: refusal.code,
    ...(refusal.details ? { details: [...refusal.details] } : {}),
    request_id: request.id,
  };
  if (status === 503 || status === 429) reply.header('retry-after', String(refusal.retryAfter ?? 5));
  reply.header('cache-control', 'no-store').code(status);
  if (isOpenedByPerson(request)) sendErrorPage(reply, refusal.message);
  else reply.send(body);
}
