import { Button, Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { daysText, kpisOf } from '#contract/texts/report-texts.ts';
import { rangeProblem } from '#web/domain/period-filters.ts';
import { userQueries } from '#web/features/users/users.api.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { EmptyState } from '#web/ui/base/content/EmptyState.tsx';
import { LampArt } from '#web/ui/base/content/LampArt.tsx';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { ClearFilters } from '#web/ui/mantine/list/Filters.tsx';
import { reportQueries } from '../reports.api.ts';
import { listOf, reportFilters, reportQueryOf, summaryText } from '../reports.view.ts';
import { KpiBoxes } from './KpiBoxes.tsx';
import { MonthlyReport } from './MonthlyReport.tsx';
import { ReportCharts } from './ReportCharts.tsx';
import { ReportFilterBar } from './ReportFilterBar.tsx';
import classes from './ReportsPage.module.css';
import { StatCards } from './StatCards.tsx';
import { TopTechnicians } from './TopTechnicians.tsx';

const FAILURE = 'Failed to load the report';

/** Reports & Analytics (spec §2): the figures of a period and a technician, as cards, charts and tables. Prints. */
export function Component() {
  const { filters, change } = useAddressFilters(reportFilters);
  const read = useQuery(reportQueries.report(filters));
  const report = read.data?.report;
  // The last report stays while the next one is on its way, and what is said of it must not be of the next one.
  const shown = read.data?.filters ?? filters;
  const people = useQuery(userQueries.list());
  const technicians = people.data?.filter(({ role }) => role === 'technician');
  const nameOf = (id: string) =>
    [...(technicians ?? []), ...(report?.technicians ?? [])].find((one) => one.id === Number(id))?.name;
  const technician = nameOf(shown.technician);
  const problem = rangeProblem(filters);
  // With dates that are refused nothing is on its way, and the report is not the one that was asked for.
  const isStale = read.isPlaceholderData && (read.isFetching || problem !== null);
  const summary = report && summaryText(report, reportQueryOf(shown), technician);
  // Nothing is compared where no figure is shown.
  const before = report?.previous && report.figures.total > 0 && daysText(report.previous.days);
  return (
    <>
      <PageHead
        title="Reports & Analytics"
        action={
          <Button
            leftSection={<IconPrinter size={16} />}
            disabled={!report || report.figures.total === 0 || problem !== null}
            onClick={() => window.print()}
          >
            Export
          </Button>
        }
      />
      <PrintHead
        facts={[report && `Period: ${daysText(report.days) ?? 'All Time'}`, technician && `Technician: ${technician}`]}
      />
      <StaleNote reads={[read, people]} failure={FAILURE} />
      <ReportFilterBar
        filters={filters}
        onChange={change}
        technicians={technicians}
        chosenName={nameOf(filters.technician)}
        problem={people.isLoadingError ? 'Failed to fetch users' : null}
      />
      {!report && problem !== null ? (
        <EmptyState art={<LampArt lit={false} />} title={problem}>
          Choose other dates to see the report.
        </EmptyState>
      ) : read.isLoadingError ? (
        <ErrorState title={FAILURE} error={read.error} onRetry={() => void read.refetch()} busy={read.isFetching} />
      ) : (
        <div className={classes.report} data-stale={isStale || undefined} aria-busy={!report || isStale}>
          <p className={classes.summary} role="status">
            {summary}
            {before && <span className={classes.before}>Compared with {before}</span>}
          </p>
          {report?.figures.total === 0 ? (
            <EmptyState
              art={<LampArt lit={false} />}
              title="No Data Available"
              action={<ClearFilters onClick={() => change(reportFilters.none)}>Reset Filters</ClearFilters>}
            >
              No requests found matching your filter criteria. Try adjusting your filters.
            </EmptyState>
          ) : (
            <>
              <StatCards report={report} />
              {report ? (
                <>
                  <ReportCharts report={report} filters={shown} canSave={problem === null} />
                  <KpiBoxes
                    kpis={kpisOf(report.figures)}
                    linkOf={({ key }) =>
                      listOf({ days: report.days, technician: Number(shown.technician) })({ status: key })
                    }
                  />
                  <TopTechnicians
                    technicians={report.technicians}
                    linkOf={({ id }) => listOf({ days: report.days, technician: id })()}
                  />
                </>
              ) : (
                <ReportSkeleton />
              )}
            </>
          )}
        </div>
      )}
      <MonthlyReport />
    </>
  );
}

function ReportSkeleton() {
  return (
    <div className={classes.skeletons} role="status" aria-label="Loading the report">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={320} />
      ))}
    </div>
  );
}
