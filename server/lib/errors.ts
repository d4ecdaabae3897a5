import type { ErrorCode, FieldError } from '#contract/errors.ts';

/** An expected refusal: a code of the contract's closed union, a text for people, and the fields it concerns. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly FieldError[] | undefined;
  /** For `rate_limited` and `unavailable`: the seconds after which a new attempt may succeed. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details?: readonly FieldError[], retryAfter?: number) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/** One or several bad fields (400). A single one is also the answer's message; several share a general one (spec §8). */
export function invalid(details: readonly FieldError[]): DomainError {
  const [first] = details;
  const message = details.length === 1 && first ? first.message : 'Please fix the errors in the form.';
  return new DomainError('validation_failed', message, details);
}

/** The refusal (404) for an object that does not exist, and for one whose existence the caller may not learn. */
export const notFound = (what: string) => new DomainError('not_found', `${what} not found`);

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

/** Turns an error of a use case, of the database or of the disk into a typed refusal. An unexpected error becomes `internal`. */
export function toDomainError(error: Error & { code?: unknown }): DomainError {
  if (error instanceof DomainError) return error;
  const code = typeof error.code === 'string' ? error.code : '';
  if (/^E(NOSPC|DQUOT)$/.test(code))
    return new DomainError('insufficient_storage', 'There is no room for more files right now');
  if (isAway(code) || isLostConnection(error)) return new DomainError('unavailable', BUSY);
  if (isBadData(code))
    return new DomainError('validation_failed', 'The request contains a value that cannot be stored');
  if (isConflict(code)) return new DomainError('conflict', 'Someone changed this at the same time. Please try again.');
  return new DomainError('internal', BROKEN);
}
