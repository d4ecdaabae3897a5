import { IconCircleCheck, IconClipboardList, IconClockHour4, IconProgress } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { RequestCards } from '#web/domain/RequestCards.tsx';
import { actionColumn, requestColumns as columns } from '#web/domain/request-columns.tsx';
import { useSession } from '#web/lib/session.tsx';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { EmptyState } from '#web/ui/base/EmptyState.tsx';
import { LampArt } from '#web/ui/base/LampArt.tsx';
import { PageHead } from '#web/ui/base/PageHead.tsx';
import { useIsNarrow } from '#web/ui/base/useIsNarrow.ts';
import { DataTable } from '#web/ui/mantine/DataTable.tsx';
import { ErrorState } from '#web/ui/mantine/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/StaleNote.tsx';
import { StatCard, StatRow } from '#web/ui/mantine/StatCard.tsx';
import { useRequestDialog } from '../detail/useRequestDialog.ts';
import shared from '../request-list.module.css';
import { requestQueries } from '../requests.api.ts';
import { type WorkFilters, workCounts, workFiltersOf, workOf, workParamsOf } from '../requests.view.ts';
import classes from './TechnicianDashboardPage.module.css';
import { WorkOrderModal } from './WorkOrderModal.tsx';

const workFilters = { read: workFiltersOf, write: workParamsOf };

const cards = [
  { show: '', key: 'total', label: 'Total Assigned', tone: 'neutral', Icon: IconClipboardList },
  { show: 'pending', key: 'pending', label: 'Pending', tone: 'warning', Icon: IconClockHour4 },
  { show: 'in_progress', key: 'in_progress', label: 'In Progress', tone: 'primary', Icon: IconProgress },
  { show: 'completed', key: 'completed', label: 'Completed', tone: 'success', Icon: IconCircleCheck },
] as const;

/** The Technician Dashboard (spec §2): the requests assigned to the user, each opening its work order. */
export function Component() {
  const { user } = useSession();
  const { openId, open, close } = useRequestDialog();
  const { filters, change } = useAddressFilters(workFilters);
  const [ref, isSmall] = useIsNarrow(52);
  const mine = useQuery(requestQueries.mine());
  const counts = mine.data && workCounts(mine.data.stats);
  return (
    <>
      <PageHead title="Technician Dashboard" intro={`Welcome, ${user?.name ?? ''}`} />
      <StaleNote reads={[mine]} failure="Failed to load requests" />
      {!mine.isLoadingError && (
        <StatRow label="My work by status">
          {cards.map(({ show, key, label, tone, Icon }) => (
            <StatCard
              key={key}
              label={label}
              value={counts?.[key]}
              tone={tone}
              icon={<Icon size={16} />}
              pressed={filters.show === show}
              onPress={() => change({ show: filters.show === show ? '' : show })}
            />
          ))}
        </StatRow>
      )}
      <div ref={ref} className={shared.list}>
        <h2 className={classes.heading}>My Assigned Requests</h2>
        <MyRequests mine={mine} show={filters.show} isSmall={isSmall} onOpen={open} />
      </div>
      <WorkOrderModal id={openId} onClose={close} />
    </>
  );
}

type Props = {
  mine: UseQueryResult<ResponseOf<typeof api.requests.listMine>>;
  show: WorkFilters['show'];
  isSmall: boolean;
  onOpen: (id: number) => void;
};

function MyRequests({ mine, show, isSmall, onOpen }: Props) {
  const rows = mine.data && workOf(mine.data.requests, show);
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
  if (rows?.length === 0) {
    return (
      <EmptyState art={<LampArt lit={false} />} title="No requests match your filters">
        Press Total Assigned to see all of them.
      </EmptyState>
    );
  }
  const listProps = { label: 'My Assigned Requests', rows };
  if (isSmall) return <RequestCards {...listProps} action="Work on it" onOpen={onOpen} />;
  return (
    <DataTable
      {...listProps}
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
