import type { requests } from '#contract/requests.ts';
import { filteredInName } from '#contract/words/file-names.ts';
import { type CsvField, csvFields, requestFields } from '#contract/words/request-fields.ts';
import { priorities, priorityLabels, statusLabels } from '#contract/words/requests.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { type CsvColumn, csvFile, setFilters } from '#server/lib/csv.ts';
import { windowInName } from '#server/lib/dates.ts';
import { type ByAge, type ExportedRow, findNext, newestId } from './requests.export.repo.ts';
import type { RequestFilter } from './requests.filter.repo.ts';
import { filterOf } from './requests.filters.service.ts';

/** How many rows one statement reads. */
const PAGE_ROWS = 500;

const toldColumn = (name: CsvField): CsvColumn<ExportedRow> => ({
  header: requestFields[name].csv,
  value: (row) => row[name],
});

/** What the customer said about the work or about themselves, besides the title. */
const told = (about: 'work' | 'customer') =>
  csvFields.filter((name) => requestFields[name].about === about && name !== 'title').map(toldColumn);

/** With the words of the screens, and times of the business's clock. */
const columnsOf = (zone: string): readonly CsvColumn<ExportedRow>[] => [
  { header: 'ID', value: (row) => row.external_id },
  ...told('customer'),
  { header: 'Town', value: (row) => row.town },
  toldColumn('title'),
  { header: 'Status', value: (row) => statusLabels[row.status] },
  { header: 'Priority', value: (row) => priorityLabels[row.priority] },
  { header: 'Assigned To', value: (row) => row.technician_name },
  { header: 'Rating', value: (row) => row.rating },
  ...told('work'),
  { header: `Created (${zone})`, value: (row) => row.created },
  { header: `Updated (${zone})`, value: (row) => row.updated },
  { header: `Completed (${zone})`, value: (row) => row.completed },
];

/** The newest request of the file, and the time zone of its times. */
type Part = { newest: number; zone: string };

/** The pages of the whole list, without those that come later. Each is a statement of its own, so that none holds the database for long. */
async function* pagesOf(
  { db }: Deps,
  filter: RequestFilter,
  page: Part & { sort: ByAge },
): AsyncGenerator<readonly ExportedRow[]> {
  let behind: { id: number; at: string } | null = null;
  for (;;) {
    const rows: ExportedRow[] = await findNext(db, filter, { ...page, limit: PAGE_ROWS, behind });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    behind = last;
  }
}

/** The pages of the list by priority: one list after the other, each the oldest first. */
async function* pagesByPriority(deps: Deps, filter: RequestFilter, part: Part) {
  for (const priority of filter.priority ? [filter.priority] : priorities.toReversed()) {
    yield* pagesOf(deps, { ...filter, priority }, { ...part, sort: 'created_asc' });
  }
}

/** The requests that match the filters of the office's list, as a CSV file in the list's order. The trail keeps who asked for what. */
const exportRequests: UseCase<typeof requests.export> = async (deps, actor, { query }) => {
  const { sort, ...choice } = query;
  const now = deps.now();
  const { business } = deps.settings;
  const newest = await newestId(deps.db);
  await deps.transaction((tx) => announce(tx, actor, { type: 'requests.exported', filters: setFilters(query) }));
  const filter = filterOf(choice, now, business);
  const zone = business.time_zone;
  const part = { newest, zone };
  const pages = sort === 'priority' ? pagesByPriority(deps, filter, part) : pagesOf(deps, filter, { ...part, sort });
  const { period: _period, from: _from, to: _to, ...others } = choice;
  return csvFile(`requests-${filteredInName(others)}${windowInName(filter, now, zone)}.csv`, columnsOf(zone), pages);
};

export { exportRequests as export };
