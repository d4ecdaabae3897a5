import type { Tx } from '#server/db/transaction.ts';
import type { Deps, TxDeps } from '#server/deps.ts';
import type { Upload } from '#server/lib/inbox.ts';
import * as files from '../../files/files.service.ts';
import { answerOfRepeat, answerOnce, type RepeatableCall } from '../../idempotency/idempotency.service.ts';

const ID_TRIES = 5;

/**
 * Stores something under a new tracking ID, which neither a request nor a held request has.
 * @param insert returns undefined when the ID is in use
 */
export async function withNewTrackingId(
  deps: TxDeps,
  insert: (externalId: string) => Promise<{ id: number } | undefined>,
): Promise<{ id: number; external_id: string }> {
  for (let attempt = 0; attempt < ID_TRIES; attempt += 1) {
    const external_id = deps.newTrackingId();
    const inserted = await insert(external_id);
    if (inserted) return { id: inserted.id, external_id };
  }
  throw new Error(`no free tracking ID in ${ID_TRIES} tries`);
}

/**
 * Stores what came in with the form of a new request. Its files are made durable first, then one transaction stores everything. A repeat
 * with the same Idempotency-Key gets the answer of the first call.
 * @throws 400 for a file that is refused
 */
export async function submitOnce<T>(
  deps: Deps,
  call: RepeatableCall<T>,
  uploads: readonly Upload[],
  store: (tx: Tx, deps: TxDeps, checked: files.Received) => Promise<T>,
): Promise<T> {
  // Checked first, so that a repeat decodes and stores no file. Without files the check in the transaction is enough.
  const earlier = uploads.length ? await answerOfRepeat(deps, call) : undefined;
  if (earlier) return earlier.answer;
  await using checked = await files.receive(deps, call.actor, { uploads, rule: 'documents', kind: 'attachment' });
  // Awaited here: the files go to the trash when this function ends before they have rows.
  return await deps.transaction((tx, deps) => answerOnce(tx, call, () => store(tx, deps, checked)));
}
