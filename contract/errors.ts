import { z } from 'zod';

/** All error codes. Only the server's HTTP layer knows their status codes. */
export const errorCodes = [
  'validation_failed',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'key_reused',
  'payload_too_large',
  'uri_too_long',
  'rate_limited',
  'insufficient_storage',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/** The body of every error response. `message` is for people, `error` for programs. */
export const errorBody = z.object({
  message: z.string(),
  error: z.enum(errorCodes),
  details: z.array(fieldError).optional(),
  request_id: z.string(),
});
export type ErrorBody = z.infer<typeof errorBody>;
