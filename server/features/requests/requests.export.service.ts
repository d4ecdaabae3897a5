import type { requests } from '#contract/requests.ts';
import { priorities } from '#contract/words/requests.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { type CsvColumn, csvFile } from '#server/lib/csv.ts';
import { type ByAge, type ExportedRow, findNext, newestId } from './requests.export.repo.ts';
import { filterOf } from './requests.filters.service.ts';
import type { RequestFilter } from './requests.list.repo.ts';

/** How many rows one statement reads. */
const PAGE_ROWS = 500;

const iso = (time: Date | null) => time?.toISOString() ?? null;

const columns: readonly CsvColumn<ExportedRow>[] = [
  { header: 'ID', value: (row) => row.external_id },
  { header: 'Customer', value: (row) => row.customer_name },
  { header: 'Email', value: (row) => row.customer_email },
  { header: 'Phone', value: (row) => row.customer_phone },
  { header: 'Service Address', value: (row) => row.customer_address },
  { header: 'Title', value: (row) => row.title },
  { header: 'Status', value: (row) => row.status },
  { header: 'Priority', value: (row) => row.priority },
  { header: 'Assigned To', value: (row) => row.technician_name },
  { header: 'Rating', value: (row) => row.rating },
  { header: 'Service Type', value: (row) => row.service_type },
  { header: 'Created', value: (row) => iso(row.created_at) },
  { header: 'Updated', value: (row) => iso(row.updated_at) },
  { header: 'Completed', value: (row) => iso(row.completed_at) },
];

/** The pages of the whole list, without those that come later. Each is a statement of its own, so that none holds the database for long. */
async function* pagesOf(
  { db }: Deps,
  filter: RequestFilter,
  { sort, newest }: { sort: ByAge; newest: number },
): AsyncGenerator<readonly ExportedRow[]> {
  let behind: { id: number; at: string } | null = null;
  for (;;) {
    const rows: ExportedRow[] = await findNext(db, filter, { sort, limit: PAGE_ROWS, behind, newest });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    behind = last;
  }
}

/** The pages of the list by priority: one list after the other, each the oldest first. */
async function* pagesByPriority(deps: Deps, filter: RequestFilter, newest: number) {
  for (const priority of filter.priority ? [filter.priority] : priorities.toReversed()) {
    yield* pagesOf(deps, { ...filter, priority }, { sort: 'created_asc', newest });
  }
}

const setIn = (filters: object) =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );

/** The requests that match the filters of the office's list, as a CSV file in the list's order. The trail keeps who asked for what. */
const exportRequests: UseCase<typeof requests.export> = async (deps, actor, { query }) => {
  const { sort, ...choice } = query;
  const now = deps.now();
  const { business } = deps.settings;
  const newest = await newestId(deps.db);
  await deps.transaction((tx) => announce(tx, actor, { type: 'requests.exported', filters: setIn(query) }));
  const filter = filterOf(choice, now, business);
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: business.time_zone }).format(now);
  const pages = sort === 'priority' ? pagesByPriority(deps, filter, newest) : pagesOf(deps, filter, { sort, newest });
  return csvFile(`requests-${day}.csv`, columns, pages);
};

export { exportRequests as export };
