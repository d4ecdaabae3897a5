import { api } from '#contract/api.ts';
import { ApiError, call } from '../api-client.ts';
import { readToken } from '../session/token.ts';
import { entriesOf, ownersHere } from './entries.ts';
import { abortWhenIdle } from './idle-watch.ts';
import { lock } from './lock.ts';
import { storedProof } from './proof.stored.ts';

/** Keeps the proof of who is signed in, beside their unsent work. Without a secure context there is none, and the work waits for them. */
export async function keepProof(userId: number): Promise<void> {
  const token = readToken();
  if (!token || !globalThis.crypto?.subtle) return;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  storedProof(userId).write([...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}

/** Hands over the work of one user as far as the office takes it without them. */
async function handOverOf(userId: number): Promise<void> {
  const proof = storedProof(userId).read();
  if (typeof proof !== 'string') return;
  const owner = { technician_id: userId, proof };
  const entries = entriesOf(userId);
  const found = await Promise.all((await entries.ids()).map((id) => entries.read(id)));
  const complete = found.filter((entry) => entry !== undefined).filter(({ call, stage }) => call && stage !== 'draft');
  if (complete.length === 0) return;
  const body = { ...owner, request_ids: complete.map(({ requestId }) => requestId) };
  const { request_ids } = await call(api.refusedWork.ask, { body });
  for (const requestId of request_ids) {
    await lock(`outbox ${userId}/${requestId}`, async () => {
      const entry = await entries.read(requestId);
      if (!entry?.call || entry.stage === 'draft') return;
      const { body, key } = entry.call;
      const files = await entries.readFiles(requestId);
      const input = { params: { id: String(requestId) }, body: { ...body, ...owner }, files, idempotencyKey: key };
      await call(api.refusedWork.handOver, input, { watch: abortWhenIdle, asForm: true });
      await entries.remove(requestId);
    });
  }
}

/**
 * Hands over the unsent work on this device whose owner can't send it anymore: they were deactivated, or their request went to someone
 * else while they are signed out. Whatever else other people left here stays.
 * @param userId who is signed in, and sends their own; null while nobody is
 */
export async function handOverOthers(userId: number | null): Promise<void> {
  for (const owner of await ownersHere(userId)) {
    // One that can't be handed over now is tried again with the next page.
    await handOverOf(owner).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
}
