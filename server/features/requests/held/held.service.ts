import type { z } from 'zod';
import { HELD_DAYS, type heldRequest, type heldRequests, heldTexts } from '#contract/requests/held.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { type Actor, NOBODY } from '#server/lib/actor.ts';
import { matchedOf } from '#server/lib/counts.ts';
import { DomainError, notFound } from '#server/lib/errors.ts';
import { rememberCustomer } from '../../customers/customers.service.ts';
import * as files from '../../files/files.held.service.ts';
import { customerOf } from '../requests.present.rules.ts';
import * as requests from '../requests.repo.ts';
import * as repo from './held.repo.ts';

const KEPT_MS = HELD_DAYS * 24 * 3_600_000;

/** Lists the held requests with their files, newest first. */
export const list: UseCase<typeof heldRequests.list> = async (deps, _actor, { query }) => {
  const [rows, total] = await Promise.all([repo.listHeld(deps.db, query), repo.countHeld(deps.db)]);
  const filesOf = await files.listOfHeld(
    deps,
    rows.map(({ id }) => id),
  );
  const held = rows.map(
    (row): z.input<typeof heldRequest> => ({
      ...row,
      created_at: row.created_at.toISOString(),
      files: filesOf(row.id),
    }),
  );
  return { held, ...matchedOf(total, false), total, ...query };
};

export const count: UseCase<typeof heldRequests.count> = async (deps) => ({ count: await repo.countHeld(deps.db) });

/** @throws 404 for a request that was never held; 409 when someone was first */
async function lockWaiting(tx: Tx, id: number): Promise<repo.HeldRow> {
  const row = await repo.lock(tx, id);
  if (row) return row;
  const settled = await repo.settlementOf(tx, id);
  if (!settled) throw notFound('Held request');
  throw new DomainError('conflict', heldTexts[settled.outcome](settled.by ?? ''));
}

/**
 * Makes a request of a held one, with its tracking ID, its time and its files. The office and the customer are notified as of every new
 * request.
 */
export const accept: UseCase<typeof heldRequests.accept> = async (deps, actor, { params }) => ({
  request: await deps.transaction(async (tx, deps) => {
    const at = deps.now();
    const { id: heldId, hidden_text: _, ...row } = await lockWaiting(tx, params.id);
    // First: no request gets a tracking ID that a held one has.
    await repo.settle(tx, { id: heldId, outcome: 'accepted', settled_at: at, settled_by: actor.id });
    const customer_id = await rememberCustomer(tx, customerOf(row), at);
    // A job reads the town.
    const request = { ...row, town: null, customer_id, contact_message_id: null, updated_at: row.created_at };
    const created = await requests.insertRequest(tx, request, null);
    if (!created) throw new Error(`another request has the tracking ID ${row.external_id}`);
    const names = await files.moveToRequest(tx, heldId, created.id);
    await announce(tx, actor, {
      type: 'request.held_accepted',
      request: { id: created.id, external_id: row.external_id, title: row.title, priority: row.priority },
      customer: { name: row.customer_name, email: row.customer_email },
      files: names,
      held_request_id: heldId,
    });
    return { id: created.id, external_id: row.external_id };
  }),
});

/**
 * Deletes a locked held request with the rows of its files. The trail keeps what was deleted.
 * @param actor NOBODY when its time was over
 * @returns the files, which go to the trash after the transaction
 */
async function discard(tx: Tx, actor: Actor, row: repo.HeldRow, at: Date): Promise<files.RemovedFiles> {
  const by = actor.kind === 'staff' ? actor.id : null;
  const removed = await files.removeOfHeld(tx, row.id);
  await repo.settle(tx, {
    ...{ id: row.id, outcome: by === null ? 'expired' : 'deleted' },
    ...{ settled_at: at, settled_by: by },
  });
  const { id, created_at, ...content } = row;
  await announce(tx, actor, {
    type: 'request.held_deleted',
    id,
    held: { ...content, created_at: created_at.toISOString(), files: removed.described },
    is_expired: by === null,
  });
  return removed;
}

/** Deletes a held request. Its tracking ID answers 404 from then on, and its files go to the trash. */
export const remove: UseCase<typeof heldRequests.remove> = async (deps, actor, { params }) => {
  const removed = await deps.transaction(async (tx, deps) =>
    discard(tx, actor, await lockWaiting(tx, params.id), deps.now()),
  );
  await files.discardRemoved(deps, removed);
  return { message: 'Held request deleted' };
};

/** Deletes what was held for 30 days, one request at a time, so that a crash leaves the files of one at most for the hourly sweep. */
export async function expireHeld(deps: Deps, stopping: AbortSignal): Promise<void> {
  const before = new Date(deps.now().getTime() - KEPT_MS);
  while (!stopping.aborted) {
    const removed = await deps.transaction(async (tx, deps) => {
      const row = await repo.lockOldest(tx, before);
      return row ? discard(tx, NOBODY, row, deps.now()) : null;
    });
    if (!removed) break;
    await files.discardRemoved(deps, removed);
  }
  await deps.autocommit((tx) => repo.forgetSettled(tx, before));
}
