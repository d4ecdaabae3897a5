import type { Report, reports } from '#contract/reports.ts';
import { daysInName, filteredInName } from '#contract/words/file-names.ts';
import type { ReportTable } from '#contract/words/reports.ts';
import { priorities, priorityLabels, statuses, statusLabels } from '#contract/words/requests.ts';
import type { UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import { type CsvColumn, type CsvFile, csvFile, setFilters } from '#server/lib/csv.ts';
import { todayIn } from '#server/lib/days.ts';
import { makeReport } from './reports.service.ts';

const csv = <Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): CsvFile =>
  csvFile(name, columns, [rows]);

/** Counts under a heading, such as requests by priority. */
const countsOf = (name: string, heading: string, counts: readonly (readonly [string, number])[]) =>
  csv(
    name,
    [
      { header: heading, value: ([label]) => label },
      { header: 'Requests', value: ([, n]) => n },
    ],
    counts,
  );

type Step = Report['timeline']['steps'][number];
type Technician = Report['technicians'][number];

const tables: Record<ReportTable, (name: string, report: Report) => CsvFile> = {
  status: (name, { figures }) =>
    countsOf(
      name,
      'Status',
      statuses.map((status) => [statusLabels[status], figures.by_status[status]]),
    ),
  priority: (name, { by_priority }) =>
    countsOf(
      name,
      'Priority',
      priorities.map((priority) => [priorityLabels[priority], by_priority[priority]]),
    ),
  service_type: (name, { by_service_type }) =>
    countsOf(
      name,
      'Service Type',
      by_service_type.map(({ service_type, requests }) => [service_type, requests]),
    ),
  ratings: (name, { ratings }) =>
    countsOf(
      name,
      'Rating',
      ratings.map((n, index) => [String(index + 1), n]),
    ),
  timeline: (name, { timeline: { step, steps } }) =>
    csv<Step>(
      name,
      [
        { header: step === 'day' ? 'Day' : step === 'week' ? 'Week From' : 'Month From', value: ({ day }) => day },
        ...statuses.map((status) => ({ header: statusLabels[status], value: (row: Step) => row[status] })),
      ],
      steps,
    ),
  technicians: (name, { technicians }) =>
    csv<Technician>(
      name,
      [
        { header: 'Technician', value: (row) => row.name },
        { header: 'Active', value: (row) => (row.is_active ? 'yes' : 'no') },
        { header: 'Total', value: (row) => row.total },
        { header: 'Assigned', value: (row) => row.assigned },
        { header: 'In Progress', value: (row) => row.in_progress },
        { header: 'Completed', value: (row) => row.completed },
        { header: 'Rated', value: (row) => row.rated },
        { header: 'Average Rating', value: (row) => row.average_rating && Math.round(row.average_rating * 100) / 100 },
      ],
      technicians,
    ),
};

/** A table of a report as a CSV file, named after the table and the period. The trail keeps who asked for what. */
const exportReport: UseCase<typeof reports.export> = async (deps, actor, { query }) => {
  const { table, ...choice } = query;
  const report = await makeReport(deps, choice);
  await deps.transaction((tx) => announce(tx, actor, { type: 'report.exported', filters: setFilters(query) }));
  const days = daysInName(report.days, todayIn(deps.now(), deps.settings.business.time_zone));
  return tables[table](
    `report-${table.replace('_', '-')}-${filteredInName({ technician: choice.technician })}${days}.csv`,
    report,
  );
};

export { exportReport as export };
