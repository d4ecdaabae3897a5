import type { Report } from '#contract/reports.ts';
import { numberText, ratingText } from '#contract/texts/report-texts.ts';
import { daysInName, filteredInName } from '#contract/words/file-names.ts';
import type { ReportTable } from '#contract/words/reports.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { fileDate } from '#web/lib/dates.ts';
import { useNow } from '#web/lib/now.ts';
import { ChartFigure } from '#web/ui/mantine/charts/ChartFigure.tsx';
import { ColumnChart } from '#web/ui/mantine/charts/ColumnChart.tsx';
import { LyingChart } from '#web/ui/mantine/charts/LyingChart.tsx';
import { ShareChart } from '#web/ui/mantine/charts/ShareChart.tsx';
import { TimeChart } from '#web/ui/mantine/charts/TimeChart.tsx';
import { useExportTable } from '../reports.api.ts';
import { listOf, type ReportFilters } from '../reports.view.ts';
import classes from './ReportCharts.module.css';
import { averageRatingChart, type ListOfTechnician, performanceChart, timeChart } from './row-charts.ts';
import { priorityChart, ratingChart, serviceChart, statusChart } from './share-charts.ts';

type Props = { report: Report; filters: ReportFilters; canSave: boolean };

/** The seven charts of a report (spec §2). */
export function ReportCharts({ report, filters, canSave }: Props) {
  const save = useExportTable(filters);
  const { time_zone } = useBusiness();
  const { days, figures } = report;
  const technician = Number(filters.technician);
  const list = listOf({ days, technician });
  const listOfTechnician: ListOfTechnician = ({ id }) => listOf({ days, technician: id });
  const status = statusChart(figures.by_status, list);
  const priority = priorityChart(report.by_priority, list);
  const today = fileDate(new Date(useNow()), time_zone);
  const time = timeChart(report, today, (range) => listOf({ days: range, technician }));
  const performance = performanceChart(report.technicians, listOfTechnician);
  const service = serviceChart(report.by_service_type, list);
  const rating = ratingChart(report, list);
  const average = averageRatingChart(report.technicians, listOfTechnician);
  const part = filteredInName({ technician: filters.technician });
  const nameOf = (what: string) => `report-${what}-${part}${daysInName(days, today)}`;
  /** What a figure needs of its chart, with the table that it saves. */
  const parts = ({ words, legend, data }: typeof status | typeof average, table: ReportTable) => ({
    words,
    legend,
    data,
    fileName: nameOf(table.replace('_', '-')),
    onSaveData: () => save(table),
    canSave,
  });
  return (
    <div className={classes.charts}>
      <ChartFigure title="Status Distribution" legendBeside {...parts(status, 'status')}>
        {(id) => <ShareChart id={id} items={status.items} unit="requests" />}
      </ChartFigure>
      <ChartFigure title="Priority Distribution" {...parts(priority, 'priority')} legend={[]}>
        {(id) => <ColumnChart id={id} items={priority.items} unit="requests" />}
      </ChartFigure>
      <ChartFigure title="Requests Timeline" wide {...parts(time, 'timeline')}>
        {(id) => <TimeChart id={id} marks={time.marks} rows={time.rows} tick={time.tick} />}
      </ChartFigure>
      <ChartFigure
        title="Technician Performance"
        empty={performance.rows.length === 0 && 'No technicians yet'}
        {...parts(performance, 'technicians')}
      >
        {(id) => (
          <LyingChart
            id={id}
            marks={performance.marks}
            rows={performance.rows}
            text={numberText}
            total={({ values }) => numberText(Object.values(values).reduce((sum, value) => sum + value, 0))}
          />
        )}
      </ChartFigure>
      <ChartFigure
        title="Technician Average Rating"
        empty={average.rows.length === 0 && 'No rating data available yet'}
        {...parts(average, 'technicians')}
        fileName={nameOf('technician-ratings')}
      >
        {(id) => (
          <LyingChart
            id={id}
            marks={average.marks}
            rows={average.rows}
            max={5}
            text={(value) => ratingText(value) ?? 'N/A'}
            total={({ values }) => ratingText(Object.values(values)[0] ?? null) ?? 'N/A'}
          />
        )}
      </ChartFigure>
      <ChartFigure title="Service Types" legendBeside {...parts(service, 'service_type')}>
        {(id) => <ShareChart id={id} items={service.items} unit="requests" />}
      </ChartFigure>
      <ChartFigure
        title="Rating Distribution"
        empty={figures.rated === 0 && 'No rating data available yet'}
        {...parts(rating, 'ratings')}
        legend={[]}
      >
        {(id) => <ColumnChart id={id} items={rating.items} unit="ratings" />}
      </ChartFigure>
    </div>
  );
}
