import { IconCircleCheck, IconClipboardList, IconClockHour4, IconProgress } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { useSession } from '#web/lib/session.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LampArt } from '#web/ui/LampArt.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { StaleNote } from '#web/ui/StaleNote.tsx';
import { StatCard, StatRow } from '#web/ui/StatCard.tsx';
import { useBelow } from '#web/ui/useBelow.ts';
import { Cards } from './parts/Cards.tsx';
import { actionColumn, columns } from './parts/columns.tsx';
import classes from './parts/FilteredList.module.css';
import { useRequestDialog } from './parts/useRequestDialog.ts';
import { requestQueries } from './requests.api.ts';
import { workCounts } from './requests.view.ts';
import { WorkOrderModal } from './WorkOrderModal.tsx';

/** The Technician Dashboard (spec §2): what is assigned to the person signed in, and the way into each work order. */
export function Component() {
  const { user } = useSession();
  const { openId, open, close } = useRequestDialog();
  const mine = useQuery(requestQueries.mine());
  const counts = mine.data && workCounts(mine.data.stats);
  return (
    <>
      <PageHead title="Technician Dashboard" intro={`Welcome, ${user?.name ?? ''}`} />
      <StaleNote reads={[mine]} failure="Failed to load requests" />
      {!mine.isLoadingError && (
        <StatRow label="My work by status">
          <StatCard
            label="Total Assigned"
            value={counts?.total}
            tone="neutral"
            icon={<IconClipboardList size={16} />}
          />
          <StatCard label="Pending" value={counts?.pending} tone="warning" icon={<IconClockHour4 size={16} />} />
          <StatCard label="In Progress" value={counts?.in_progress} tone="primary" icon={<IconProgress size={16} />} />
          <StatCard label="Completed" value={counts?.completed} tone="success" icon={<IconCircleCheck size={16} />} />
        </StatRow>
      )}
      <div className={classes.list}>
        <h2 className={classes.heading}>My Assigned Requests</h2>
        <MyRequests mine={mine} onOpen={open} />
      </div>
      <WorkOrderModal id={openId} onClose={close} />
    </>
  );
}

type Props = { mine: UseQueryResult<ResponseOf<typeof api.requests.listMine>>; onOpen: (id: number) => void };

function MyRequests({ mine, onOpen }: Props) {
  const isSmall = useBelow(58);
  if (mine.isLoadingError) {
    return <ErrorState title="Failed to load requests" onRetry={() => mine.refetch()} busy={mine.isFetching} />;
  }
  if (mine.data?.requests.length === 0) {
    return (
      <EmptyState art={<LampArt />} title="No requests assigned to you yet">
        New work appears here as soon as the office assigns it to you.
      </EmptyState>
    );
  }
  const shared = { label: 'My Assigned Requests', rows: mine.data?.requests };
  if (isSmall) return <Cards {...shared} action="Work on it" onOpen={onOpen} />;
  return (
    <DataTable
      {...shared}
      minWidth={820}
      rowKey={(request) => request.id}
      columns={[
        columns.id,
        columns.customer,
        columns.title,
        columns.status,
        columns.priority,
        columns.created,
        actionColumn('Work on it', onOpen),
      ]}
    />
  );
}
