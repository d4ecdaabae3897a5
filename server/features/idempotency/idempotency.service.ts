import { scrypt as slowHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { z } from 'zod';
import type { Idempotency } from '#contract/endpoint.ts';
import type { Database } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/actor.ts';
import { DomainError } from '#server/lib/errors.ts';
import { networkOf } from '#server/lib/networks.ts';
import { readStoredJson } from '#server/lib/stored/stored-json.ts';
import * as repo from './idempotency.repo.ts';

/** What is stored as the answer of a call, and how a repeat reads it when another release has stored it. */
export type StoredAnswer<T> = {
  schema: z.ZodType<T>;
  /**
   * Today's answer to the call. A field that the other release didn't store is taken from it.
   * @param stored what is stored: an id in it leads to the row
   */
  today: (db: Database, stored: unknown) => Promise<T>;
};

/** A call that may be repeated: its use case and subject, its actor, its Idempotency-Key, and the answer that is stored. */
export type RepeatableCall<T> = {
  scope: string;
  actor: Actor;
  idempotency: Idempotency | undefined;
  answer: StoredAnswer<T>;
};

const REUSED = 'This Idempotency-Key was used for another request. Send what is new with a new key.';

const scrypt = promisify<Uint8Array, string, number, Buffer>(slowHash);

/**
 * The same key for a call that sends a password. What is stored of the content is as slow to guess as a password's hash, and
 * differs for each key.
 */
export const hardToGuess = async ({ key, content }: Idempotency): Promise<Idempotency> => ({
  key,
  content: await scrypt(content, key, 32),
});

/** The stored form of a call. A member of staff has separate keys. Visitors are distinguished by network. */
const callOf = <T>({ scope, actor, idempotency }: RepeatableCall<T> & { idempotency: Idempotency }): repo.Call => ({
  scope: actor.kind === 'staff' ? `${scope} by user ${actor.id}` : scope,
  key: idempotency.key,
  caller: actor.kind === 'staff' ? 'user' : networkOf(actor.ip),
  content: Buffer.from(idempotency.content),
});

/** Reads a stored answer of any release. */
async function readAnswer<T>(db: Database, { schema, today }: StoredAnswer<T>, stored: unknown): Promise<T> {
  const whole = schema.safeParse(stored);
  if (whole.success) return whole.data;
  return readStoredJson<T>({ schema, defaults: await today(db, stored) }, stored).value;
}

/**
 * The answer of an earlier call with this key. A visitor's call with the same content counts as a repeat from any network,
 * because a phone may change its network between a lost answer and the next try. The key and the whole content prove the
 * sender; the key alone reveals nothing.
 */
async function earlierAnswer<T>(
  db: Database,
  call: repo.Call,
  kept: StoredAnswer<T>,
): Promise<{ answer: T } | undefined> {
  const calls = await repo.findCalls(db, call.scope, call.key);
  const same = calls.find((earlier) => earlier.content_hash.equals(call.content));
  if (same) return { answer: await readAnswer(db, kept, same.answer) };
  if (calls.some((earlier) => earlier.caller === call.caller)) throw new DomainError('key_reused', REUSED);
  return undefined;
}

/**
 * The answer of the earlier call that this call repeats, before anything is checked or stored again; undefined when there is
 * none. Call it after reading the data that the use case checks, so that a repeat is never checked against its own result.
 * @throws DomainError `key_reused`, as `answerOnce`
 */
export async function answerOfRepeat<T>(deps: Deps, one: RepeatableCall<T>): Promise<{ answer: T } | undefined> {
  const { idempotency } = one;
  if (!idempotency) return undefined;
  return earlierAnswer(deps.db, callOf({ ...one, idempotency }), one.answer);
}

/**
 * Runs a function once for a key, inside the caller's transaction (threats T47, T58). A repeat within a day, concurrent or
 * later, on any instance, gets the answer of the first call. A first call that is rolled back does not count.
 * @param one without an Idempotency-Key, `run` just runs
 * @param run runs once; its answer must be plain JSON
 * @throws DomainError `key_reused` (409) when the same caller used the key for other content, and `unavailable` while the
 * first call is still running: the same call can be sent again as it is
 */
export async function answerOnce<T>(tx: Tx, one: RepeatableCall<T>, run: () => Promise<T>): Promise<T> {
  const { idempotency } = one;
  if (!idempotency) return run();
  const call = callOf({ ...one, idempotency });
  if (!(await repo.claim(tx, call))) {
    const first = await earlierAnswer(tx, call, one.answer);
    if (!first) throw new DomainError('unavailable', 'This was sent twice at the same time. Please try again.');
    return first.answer;
  }
  const answer = await run();
  await repo.keepAnswer(tx, call, JSON.stringify(answer));
  return answer;
}

/** Deletes keys older than a day. */
export const purgeKeys = (deps: Deps) => deps.autocommit(repo.deleteExpired);
