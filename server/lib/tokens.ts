import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits, as 43 URL-safe characters. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The SHA-256 of a token, which the database keeps. A random token of 256 bits needs no salt and no slow hash. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest();

export const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** A keyed hash over a label and a list of fields. Different lists never give the same text. */
export function hmacOf(key: Buffer): (label: string, fields: readonly (string | null)[]) => Buffer {
  // Prepared once: from a buffer, Node makes a new key for every hash, which costs four times the hash itself.
  const prepared = createSecretKey(key);
  return (label, fields) =>
    createHmac('sha256', prepared)
      .update(JSON.stringify([label, ...fields]))
      .digest();
}

/** Compares in constant time, so that the duration does not reveal where the two differ. */
export const sameBytes = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
