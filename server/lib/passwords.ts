import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import pLimit from 'p-limit';
import { preparedPassword } from '#contract/words/passwords.ts';
import { DomainError } from './errors.ts';

/** One core stays free for all other calls. With every core hashing, other calls and sign-ins would wait. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** A queue longer than this makes a sign-in take more than a second. */
const QUEUE = 8;

export type Passwords = {
  /** Hashes the password as `preparedPassword` makes it. */
  hash(password: string): Promise<string>;
  /**
   * Compares a password as it was typed, because earlier releases stored it so, and then as `hash` would prepare it. Without a hash (no
   * such account) takes equally long and answers null. Refuses with `unavailable` when overloaded.
   * @returns null when it is another password; `as_typed` when only its own spelling opens the account, and it should be hashed anew
   */
  verify(stored: string | undefined, password: string): Promise<'prepared' | 'as_typed' | null>;
  /** Refuses with `unavailable` when `verify` would. Callers use it before other work that precedes `verify`. */
  refuseWhenBusy(): void;
};

/**
 * Argon2id with the OWASP parameters (the library's defaults: 19 MiB, 2 passes). Each hash costs about 12 ms of a core, so
 * one or two run at once and a few wait. Further ones are refused, so that they do not slow all calls down (threats T28).
 * @param argon2 counted by a test
 */
export async function createPasswords({
  hash,
  verify,
}: Pick<typeof argon2, 'hash' | 'verify'> = argon2): Promise<Passwords> {
  const limit = pLimit(AT_ONCE);
  const refuseWhenBusy = () => {
    if (limit.pendingCount >= QUEUE) throw new DomainError('unavailable', 'The server is busy. Please try again.');
  };
  const run = <T>(task: () => Promise<T>): Promise<T> => {
    refuseWhenBusy();
    return limit(task);
  };
  const nobody = await hash('nobody has this password');
  return {
    refuseWhenBusy,
    hash: (password) => run(() => hash(preparedPassword(password))),
    verify: async (stored, password) => {
      const matches = (text: string) => run(() => verify(stored ?? nobody, text));
      const prepared = preparedPassword(password);
      const isTyped = await matches(password);
      const isPrepared = prepared === password ? isTyped : !isTyped && (await matches(prepared));
      if (stored === undefined) return null;
      if (isPrepared) return 'prepared';
      return isTyped ? 'as_typed' : null;
    },
  };
}
