import { hash } from 'node:crypto';
import stringify from 'safe-stable-stringify';

/**
 * The SHA-256 (hexadecimal) of a JSON value behind a salt. The value is hashed in one form (RFC 8785), because jsonb has its own order of
 * keys and its own way of writing numbers. Without the salt it tells nothing of the value.
 */
export const saltedHash = (salt: string, value: unknown): string =>
  hash('sha256', `${salt} ${stringify(value) ?? 'null'}`);
