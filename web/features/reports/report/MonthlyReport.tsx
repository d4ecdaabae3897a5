import { Button, Switch } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { monthText } from '#contract/texts/report-texts.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { formatDateTime } from '#web/lib/dates.ts';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { reportQueries, useChooseMonthly, useSaveMonth } from '../reports.api.ts';
import classes from './MonthlyReport.module.css';

/** The report of each month: whether it comes by mail, and the last one as a file. */
export function MonthlyReport() {
  const { time_zone } = useBusiness();
  const { data, error, isLoadingError, isFetching, refetch } = useQuery(reportQueries.monthly());
  const choose = useChooseMonthly();
  const save = useSaveMonth();
  if (isLoadingError) {
    return (
      <ErrorState
        title="Failed to load the monthly report"
        error={error}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  // A choice shows at once; after a failure the old one comes back.
  const isWanted = choose.isPending ? choose.variables : (data?.is_wanted ?? false);
  const month = data && monthText(data.last_month, true);
  return (
    <section className={classes.monthly} aria-labelledby="monthly-report">
      <div className={classes.words}>
        <h2 id="monthly-report" className={classes.title}>
          Monthly Report
        </h2>
        <p className={classes.whole}>Always a whole month with all technicians, whatever the filters above are.</p>
        <Switch
          label="Mail me the report of each month"
          description={
            data
              ? `On the first day of the next month. Next: ${formatDateTime(data.next_at, time_zone)}.`
              : 'Loading...'
          }
          checked={isWanted}
          disabled={!data}
          onChange={({ currentTarget: { checked } }) => choose.mutate(checked)}
        />
      </div>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} />}
        disabled={!data}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {month ? `Save ${month} as PDF` : 'Save as PDF'}
      </Button>
    </section>
  );
}
