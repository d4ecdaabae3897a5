import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { DomainError } from '../lib/errors.ts';

/** Whether a call leaves something behind: a change, or the entry of an export in the trail. */
export const isTraced = ({ kind, method, asksOnly }: Endpoint) => (method !== 'GET' && !asksOnly) || kind === 'export';

/**
 * Every code that a call may be refused with: those that its use case names in the contract, and those that follow from the
 * rest of the declaration.
 */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { kind, access, params, query, body, method, limit, files, idempotent, refuses } = endpoint;
  const codes: (ErrorCode | false | undefined)[] = [
    (params || query || body || method !== 'GET') && 'validation_failed',
    access !== 'public' && 'unauthorized',
    // Also where every role is admitted: an API key is not.
    access !== 'public' && 'forbidden',
    (params || query) && 'uri_too_long',
    idempotent && 'key_reused',
    method !== 'GET' && 'payload_too_large',
    (limit || (access !== 'public' && kind !== 'events')) && 'rate_limited',
    files && 'insufficient_storage',
    ...refuses,
    'unavailable',
    'internal',
  ];
  return [...new Set(codes.filter((code): code is ErrorCode => Boolean(code)))];
}

/**
 * Runs a call and passes on the refusals that its contract names.
 * @throws Error for any other refusal: the contract is incomplete, which is a bug and a 500
 */
export function guardRefusals(endpoint: Endpoint): <T>(run: () => Promise<T>) => Promise<T> {
  const named = new Set(refusalsOf(endpoint));
  return async (run) => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof DomainError) || named.has(error.code)) throw error;
      throw new Error(`${endpoint.method} ${endpoint.path} does not name its refusal ${error.code}`, { cause: error });
    }
  };
}
