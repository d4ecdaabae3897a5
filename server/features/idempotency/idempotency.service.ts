import type { Database } from '#server/db/pool.ts';
import type { Deps } from '#server/deps.ts';
import * as repo from './idempotency.repo.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Runs something once for a key, inside the caller's transaction (threats T47): a repeat within a day, at the same time
 * or later, on this instance or another, gets the first one's answer. A first one that is rolled back never was.
 * @param id.scope the call, and whose it is: equal keys of two callers are two keys
 * @param id.key the Idempotency-Key header; without one it simply runs
 * @param run what happens once; its answer must be plain JSON
 */
export async function once<T>(
  deps: Deps,
  tx: Database,
  id: { scope: string; key: string | undefined },
  run: () => Promise<T>,
): Promise<T> {
  const { scope, key } = id;
  if (key === undefined) return run();
  if (!(await repo.claim(tx, scope, key, deps.now()))) {
    // What is stored is what `run` of the same scope answered.
    return (await repo.readAnswer(tx, scope, key)) as T;
  }
  const answer = await run();
  await repo.keepAnswer(tx, scope, key, JSON.stringify(answer));
  return answer;
}

/** Forgets keys older than a day. */
export const purgeKeys = (deps: Deps) => repo.deleteBefore(deps.db, new Date(deps.now().getTime() - DAY_MS));
