import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { DomainError, toDomainError } from '../lib/errors.ts';
import { isOpenedByPerson, sendErrorPage } from './error-page.ts';

const UNREADABLE = 'The request could not be read';

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

/** Turns any thrown error into a typed refusal: first what only Fastify throws. */
function refusalOf(error: Error & { code?: unknown; statusCode?: number }): DomainError {
  const code = typeof error.code === 'string' ? error.code : '';
  if (error.statusCode === 413) return new DomainError('payload_too_large', 'The request is too large');
  if (error.statusCode === 429) return new DomainError('rate_limited', 'Too many requests. Please try again later.');
  if (code.startsWith('FST_') && error.statusCode !== undefined && error.statusCode < 500) {
    return new DomainError('validation_failed', UNREADABLE);
  }
  return toDomainError(error);
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

/** Sends every failure in the contract's error shape, and a page to a person who followed a link. The cause of a bug goes to the log, never to the caller. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
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

/** What Node refuses before there is a request. Everything else that it can't read is a 400. */
const refusals: Partial<Record<string, { status: number; error: ErrorCode; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'payload_too_large', message: 'The headers of the request are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'validation_failed', message: 'The request took too long to arrive' },
};

const bodyOf = (error: ErrorCode, message: string): ErrorBody => ({ message, error, request_id: randomUUID() });

/** Answers what isn't a request in the contract's error shape, and ends the connection. */
export function handleUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusals[error.code ?? ''] ?? { status: 400, error: 'validation_failed', message: UNREADABLE };
  const body = bodyOf(refusal.error, refusal.message);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `x-request-id: ${body.request_id}`,
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}

/** Refuses a request that expects anything but leave to send its body, in the contract's error shape. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (_request, response) => {
    const body = bodyOf('validation_failed', 'The server cannot do what the request expects');
    const text = JSON.stringify(body);
    response
      .writeHead(417, {
        'x-request-id': body.request_id,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
        connection: 'close',
      })
      .end(text);
  });
}

/** Whether a request names the host that it is for, once. Node keeps the first of several, and a proxy in front may go by another. */
export function namesOneHost({ rawHeaders, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  const isRequired = httpVersionMajor > 1 || httpVersionMinor > 0;
  return hosts === 1 || (hosts === 0 && !isRequired);
}
