import type { Deps } from '#server/deps.ts';
import type { FileRow } from './files.repo.ts';
import * as repo from './files.repo.ts';
import { present } from './files.service.ts';

type Presented = ReturnType<typeof present>;

/** Files and the signatures among them, with signed paths. */
export type Shown = { files: Presented[]; signatures: Presented[] };

function shown(deps: Deps, rows: readonly FileRow[]): Shown {
  const [signatures, files] = [true, false].map((areSignatures) =>
    rows.filter(({ kind }) => (kind === 'signature') === areSignatures).map((row) => present(deps, row)),
  ) as [Presented[], Presented[]];
  return { files, signatures };
}

/** The newest files of a request, and how many it has. The caller has checked that the actor may see them. */
export async function listOf(deps: Deps, requestId: number): Promise<Shown & { total: number }> {
  const [rows, total] = await Promise.all([repo.listFilesOf(deps.db, requestId), repo.fileCountOf(deps.db, requestId)]);
  return { ...shown(deps, rows), total };
}

/** The files of each of these refused updates of a request. The caller has checked that the actor may see them. */
export async function listOfRefused(deps: Deps, requestId: number, workIds: readonly number[]) {
  const rows = workIds.length ? await repo.listFilesOfRefused(deps.db, requestId, workIds) : [];
  return (workId: number): Shown =>
    shown(
      deps,
      rows.filter(({ refused_work_id }) => refused_work_id === workId),
    );
}

/** So many files of a request with signed paths, oldest first, before one of them. The caller has checked that the actor may see them. */
export async function listBefore(deps: Deps, requestId: number, part: { before?: string | undefined; most: number }) {
  const [rows, total] = await Promise.all([
    repo.listFilesBefore(deps.db, requestId, { ...part, most: part.most + 1 }),
    repo.fileCountOf(deps.db, requestId),
  ]);
  const files = rows.slice(-part.most).map((row) => present(deps, row));
  return { files, more: rows.length > part.most, total };
}
