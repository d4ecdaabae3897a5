import { useState } from 'react';
import type { Report } from '#contract/reports.ts';
import { numberText, ratingText } from '#contract/texts/report-texts.ts';
import { daysInName, filteredInName } from '#contract/words/file-names.ts';
import type { ReportTable } from '#contract/words/reports.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { fileDate } from '#web/lib/dates.ts';
import { useNow } from '#web/lib/now.ts';
import { ChartFigure } from '#web/ui/mantine/charts/ChartFigure.tsx';
import { ChartTable } from '#web/ui/mantine/charts/ChartTable.tsx';
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
  const [whole, setWhole] = useState({ performance: false, average: false, service: false });
  const performance = performanceChart(report.technicians, listOfTechnician, whole.performance);
  const service = serviceChart(report.by_service_type, list, whole.service);
  const rating = ratingChart(report, list);
  const average = averageRatingChart(report.technicians, listOfTechnician, whole.average);
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
  /** What a figure needs of a chart that doesn't show everything at first. */
  const shownOf = (name: keyof typeof whole, { all }: { all?: number }) =>
    all === undefined
      ? undefined
      : { count: all, isWhole: whole[name], onToggle: () => setWhole((now) => ({ ...now, [name]: !now[name] })) };
  /** On paper nobody can press a button: the tables of the charts that don't have everything are printed after them. */
  const inPart = [
    { title: 'Technician Performance', ...performance, isWhole: whole.performance },
    { title: 'Technician Average Rating', ...average, isWhole: whole.average },
    { title: 'Service Types', ...service, isWhole: whole.service },
  ].filter(({ all, isWhole }) => all !== undefined && !isWhole);
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
        shown={shownOf('performance', performance)}
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
        shown={shownOf('average', average)}
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
      <ChartFigure
        title="Service Types"
        legendBeside
        {...parts(service, 'service_type')}
        shown={shownOf('service', service)}
      >
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
      {inPart.map(({ title, data }) => (
        <section key={title} className={classes.onPaper} aria-label={`${title}, all`}>
          <h2>{title}</h2>
          <ChartTable title={title} data={data} />
        </section>
      ))}
    </div>
  );
}
