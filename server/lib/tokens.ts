import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** A new secret of 256 random bits, as 43 URL-safe characters. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The SHA-256 of a token, which the database keeps. A random token of 256 bits needs no salt and no slow hash. */
export const tokenHash = (token: string | Buffer) => createHash('sha256').update(token).digest();

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

/** The signature of a text, as 43 URL-safe characters. */
export const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');

/** The texts are compared, because decoding would ignore the spare bits of the last character. */
export const isSigned = (key: Buffer, text: string, sig: string) =>
  sameBytes(Buffer.from(sig), Buffer.from(sign(key, text)));

/** The longest life of a signed path, in milliseconds. */
export const LONGEST_PATH_MS = 10 * 60_000;

/** The query of a signed path: when it ends, and its signature. */
export const signedQuery = z.object({ exp: z.string().regex(/^\d{13}$/), sig: z.string().regex(/^[\w-]{43}$/) });

const textOf = (what: string, exp: number | string) => `${what}\n${exp}`;

/**
 * Makes the query of a path that grants access by itself, so that an image or an iframe needs no header.
 * @param what names all that the path opens; one key signs the paths of one kind
 */
export const signPath = (key: Buffer, what: string, exp: number) => `exp=${exp}&sig=${sign(key, textOf(what, exp))}`;

/** Whether a path opens now. One that claims to live longer than any of ours does not, whoever signed it (threats T61). */
export function opensPath(key: Buffer, what: string, { exp, sig }: z.infer<typeof signedQuery>, now: Date): boolean {
  const left = Number(exp) - now.getTime();
  return isSigned(key, textOf(what, exp), sig) && left >= 0 && left <= LONGEST_PATH_MS;
}
