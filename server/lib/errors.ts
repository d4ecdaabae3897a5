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
