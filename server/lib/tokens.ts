import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits, as 43 URL-safe characters. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What the database keeps of a token: its SHA-256. A 256-bit random token needs no salt and no slow hash. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest();

export const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** A keyed hash over a label and a list of fields, such that no two different lists are one text. */
export function hmacOf(key: Buffer): (label: string, fields: readonly (string | null)[]) => Buffer {
  // Prepared once: a buffer is made a key anew for every hash, which costs four times the hash itself.
  const prepared = createSecretKey(key);
  return (label, fields) =>
    createHmac('sha256', prepared)
      .update(JSON.stringify([label, ...fields]))
      .digest();
}

/** Compares without telling by its time where the two differ. */
export const sameBytes = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
