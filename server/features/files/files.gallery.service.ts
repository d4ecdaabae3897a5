import type { Deps } from '#server/deps.ts';
import * as repo from './files.repo.ts';
import { present } from './files.service.ts';

/**
 * A request's files with signed paths, signatures separately, and those of refused work by its id. The caller has checked that the actor
 * may see them.
 */
export async function listOf(deps: Deps, requestId: number) {
  const rows = await repo.listFilesOf(deps.db, requestId);
  const presented = (workId: number | null) => {
    const own = rows.filter(({ refused_work_id }) => refused_work_id === workId);
    const [signatures, files] = [true, false].map((areSignatures) =>
      own.filter(({ kind }) => (kind === 'signature') === areSignatures).map((row) => present(deps, row)),
    ) as [Presented[], Presented[]];
    return { files, signatures };
  };
  return { ...presented(null), ofRefusedWork: presented };
}
type Presented = ReturnType<typeof present>;

/** So many files of a request with signed paths, oldest first, before one of them. The caller has checked that the actor may see them. */
export async function listBefore(deps: Deps, requestId: number, part: { before?: string | undefined; most: number }) {
  const [rows, counted] = await Promise.all([
    repo.listFilesBefore(deps.db, requestId, { ...part, most: part.most + 1 }),
    repo.fileCountOf(deps.db, requestId).executeTakeFirstOrThrow(),
  ]);
  const shown = rows.slice(-part.most).map((row) => present(deps, row));
  return { files: shown, more: rows.length > part.most, total: counted.n };
}
