import { scrypt as slowHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { Idempotency } from '#contract/endpoint.ts';
import type { Database } from '#server/db/pool.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/actor.ts';
import { DomainError } from '#server/lib/errors.ts';
import { networkOf } from '#server/lib/networks.ts';
import * as repo from './idempotency.repo.ts';

/** A call that may be repeated: its use case and subject, its actor, and its Idempotency-Key. */
export type RepeatableCall = { scope: string; actor: Actor; idempotency: Idempotency | undefined };

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
const callOf = ({ scope, actor, idempotency }: RepeatableCall & { idempotency: Idempotency }): repo.Call => ({
  scope: actor.kind === 'staff' ? `${scope} by user ${actor.id}` : scope,
  key: idempotency.key,
  caller: actor.kind === 'staff' ? 'user' : networkOf(actor.ip),
  content: Buffer.from(idempotency.content),
});

/**
 * The answer of an earlier call with this key. A visitor's call with the same content counts as a repeat from any network,
 * because a phone may change its network between a lost answer and the next try. The key and the whole content prove the
 * sender; the key alone reveals nothing.
 */
async function earlierAnswer(db: Database, call: repo.Call): Promise<{ answer: unknown } | undefined> {
  const calls = await repo.findCalls(db, call.scope, call.key);
  const same = calls.find((earlier) => earlier.content_hash.equals(call.content));
  if (same) return { answer: same.answer };
  if (calls.some((earlier) => earlier.caller === call.caller)) throw new DomainError('key_reused', REUSED);
  return undefined;
}

/**
 * The answer of the earlier call that this call repeats, before anything is checked or stored again; undefined when there is
 * none. Call it after reading the data that the use case checks, so that a repeat is never checked against its own result.
 * @throws DomainError `key_reused`, as `answerOnce`
 */
export async function answerOfRepeat<T>(deps: Deps, one: RepeatableCall): Promise<{ answer: T } | undefined> {
  const { idempotency } = one;
  if (!idempotency) return undefined;
  // `answerOnce` stored this answer for the same scope.
  return (await earlierAnswer(deps.db, callOf({ ...one, idempotency }))) as { answer: T } | undefined;
}

/**
 * Runs a function once for a key, inside the caller's transaction (threats T47, T58). A repeat within a day, concurrent or
 * later, on any instance, gets the answer of the first call. A first call that is rolled back does not count.
 * @param one without an Idempotency-Key, `run` just runs
 * @param run runs once; its answer must be plain JSON
 * @throws DomainError `key_reused` (409) when the same caller used the key for other content, and `unavailable` while the
 * first call is still running: the same call can be sent again as it is
 */
export async function answerOnce<T>(tx: Tx, one: RepeatableCall, run: () => Promise<T>): Promise<T> {
  const { idempotency } = one;
  if (!idempotency) return run();
  const call = callOf({ ...one, idempotency });
  if (!(await repo.claim(tx, call))) {
    const first = await earlierAnswer(tx, call);
    if (!first) throw new DomainError('unavailable', 'This was sent twice at the same time. Please try again.');
    return first.answer as T;
  }
  const answer = await run();
  await repo.keepAnswer(tx, call, JSON.stringify(answer));
  return answer;
}

/** Deletes keys older than a day. */
export const purgeKeys = (deps: Deps) => deps.autocommit(repo.deleteExpired);
