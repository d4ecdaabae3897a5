import type { z } from 'zod';
import type { requestFile } from '#contract/files.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { thumbnailKey } from '#server/lib/file-store.ts';
import * as repo from './files.repo.ts';
import { present, putAside } from './files.service.ts';

/** The files of held requests with signed paths, by the held request's id. The caller has checked that the actor may see them. */
export async function listOfHeld(deps: Deps, heldIds: readonly number[]) {
  const rows = heldIds.length ? await repo.listFilesOfHeld(deps.db, heldIds) : [];
  return (heldId: number): z.input<typeof requestFile>[] =>
    rows.filter(({ held_request_id }) => held_request_id === heldId).map((row) => present(deps, row));
}

/** Makes the files of a held request files of the request that it becomes. @returns their names */
export const moveToRequest = async (tx: Tx, heldId: number, requestId: number): Promise<string[]> =>
  (await repo.moveFilesOfHeld(tx, heldId, requestId)).map(({ file_name }) => file_name);

/** Files whose rows are deleted: their keys in the store, and what the trail keeps of them. */
export type RemovedFiles = { keys: string[]; described: { file_name: string; file_size: number; sha256: string }[] };

/** Deletes the rows of a held request's files. The files themselves go to the trash after the transaction (`discardRemoved`). */
export async function removeOfHeld(tx: Tx, heldId: number): Promise<RemovedFiles> {
  const rows = await repo.deleteFilesOfHeld(tx, heldId);
  return {
    keys: rows.flatMap(({ id, has_thumbnail }) => (has_thumbnail ? [id, thumbnailKey(id)] : [id])),
    described: rows.map(({ file_name, file_size, sha256 }) => ({
      file_name,
      file_size,
      sha256: sha256.toString('hex'),
    })),
  };
}

/** Moves files without a row to the trash, where they stay for 30 days. What could not be moved is found by the hourly job. */
export const discardRemoved = (deps: Deps, { keys }: RemovedFiles): Promise<void> => putAside(deps, keys);
