import { Skeleton } from '@mantine/core';
import { IconShield, IconShieldSearch, IconTool, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { requestListPath } from '#contract/requests/request-list-path.ts';
import type { Status } from '#contract/words/requests.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { fileDate } from '#web/lib/dates.ts';
import { useNow } from '#web/lib/now.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { ChartFigure } from '#web/ui/mantine/charts/ChartFigure.tsx';
import { ShareChart } from '#web/ui/mantine/charts/ShareChart.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { StatCard } from '#web/ui/mantine/list/StatCard.tsx';
import { useMedia } from '#web/ui/mantine/useMedia.ts';
import { statusChart } from '../report/share-charts.ts';
import { reportQueries, useExportTable } from '../reports.api.ts';
import classes from './AnalyticsPage.module.css';

const FAILURE = 'Failed to load analytics';
/** From here on the chart takes the room that the two parts would leave empty (AnalyticsPage.module.css). */
const LARGE = '(min-width: 100em)';

const userCards = [
  ['total', 'Total Users', IconUsers, 'neutral'],
  ['active', 'Active', IconUserCheck, 'success'],
  ['admins', 'Admins', IconShield, 'neutral'],
  ['technicians', 'Technicians', IconTool, 'neutral'],
  ['auditors', 'Auditors', IconShieldSearch, 'neutral'],
] as const;

/** Analytics (spec §2): how the requests stand, and who works with them. */
export function Component() {
  const read = useQuery(reportQueries.analytics());
  const save = useExportTable();
  if (read.isLoadingError) {
    return (
      <>
        <PageHead title="Analytics" />
        <ErrorState title={FAILURE} error={read.error} onRetry={() => void read.refetch()} busy={read.isFetching} />
      </>
    );
  }
  const { requests, users } = read.data ?? {};
  return (
    <>
      <PageHead title="Analytics" />
      <PrintHead />
      <StaleNote reads={[read]} failure={FAILURE} />
      <div className={classes.parts}>
        {requests ? <Statuses counts={requests} onSaveData={() => save('status')} /> : <ChartSkeleton />}
        <section className={classes.users} aria-labelledby="user-statistics">
          <h2 id="user-statistics" className={classes.title}>
            User Statistics
          </h2>
          <ul className={classes.cards} aria-labelledby="user-statistics">
            {userCards.map(([key, label, Icon, tone]) => (
              <StatCard key={key} label={label} value={users?.[key]} tone={tone} icon={<Icon size={16} />} />
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

type StatusesProps = {
  counts: Record<Status, number>;
  onSaveData: () => void;
};

/** The requests by status, without cancelled ones (spec §2). */
function Statuses({ counts, onSaveData }: StatusesProps) {
  const { pending, assigned, in_progress, completed, cancelled } = counts;
  const today = fileDate(new Date(useNow()), useBusiness().time_zone);
  const { items, ...chart } = statusChart({ pending, assigned, in_progress, completed }, (figure = {}) =>
    requestListPath(figure),
  );
  const large = useMedia(LARGE);
  const isEmpty = items.every(({ value }) => value === 0);
  return (
    <ChartFigure
      title="Request Status Distribution"
      legendBeside
      large={large}
      empty={isEmpty && (cancelled > 0 ? 'No requests besides cancelled ones' : 'No requests yet')}
      fileName={`request-status-${today}`}
      onSaveData={onSaveData}
      {...chart}
      words={`${chart.words} Cancelled requests are not counted.`}
    >
      {(id) => <ShareChart id={id} items={items} unit="requests" size={large ? 'large' : 'usual'} />}
    </ChartFigure>
  );
}

function ChartSkeleton() {
  return (
    <div role="status" aria-label="Loading analytics">
      <Skeleton height={320} />
    </div>
  );
}
