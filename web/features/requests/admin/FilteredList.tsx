import type { UseQueryResult } from '@tanstack/react-query';
import type { api } from '#contract/api.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { requestTexts } from '#contract/words/requests.ts';
import { RequestCards } from '#web/domain/RequestCards.tsx';
import { actionColumn, requestColumns as columns } from '#web/domain/request-columns.tsx';
import { EmptyState } from '#web/ui/base/EmptyState.tsx';
import { LampArt } from '#web/ui/base/LampArt.tsx';
import { useIsNarrow } from '#web/ui/base/useIsNarrow.ts';
import { DataTable } from '#web/ui/mantine/DataTable.tsx';
import { ErrorState } from '#web/ui/mantine/ErrorState.tsx';
import { Pager } from '#web/ui/mantine/Pager.tsx';
import shared from '../request-list.module.css';
import { type Filters, isFiltered, PAGE_SIZE, rangeProblem } from '../requests.view.ts';
import classes from './FilteredList.module.css';

type Props = {
  list: UseQueryResult<ResponseOf<typeof api.requests.list>>;
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  onOpen: (id: number) => void;
};

/** One page of the matching requests as a table, or as cards on small screens (spec §2 Admin Dashboard). */
export function FilteredList({ list, filters, onChange, onOpen }: Props) {
  const [ref, isSmall] = useIsNarrow(60);
  if (list.isLoadingError) {
    return <ErrorState title="Failed to load requests" onRetry={() => list.refetch()} busy={list.isFetching} />;
  }
  if (!list.data && rangeProblem(filters)) {
    return (
      <EmptyState art={<LampArt lit={false} />} title={requestTexts.dateOrder}>
        Choose other dates to see requests.
      </EmptyState>
    );
  }
  const rows = list.data?.requests;
  const matched = list.data?.matched ?? 0;
  const pages = Math.max(1, Math.ceil(matched / PAGE_SIZE));
  const turnOrder = () => onChange({ sort: filters.sort === 'created_desc' ? 'created_asc' : 'created_desc', page: 1 });
  const goTo = (page: number) => {
    onChange({ page });
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  const listProps = { label: 'Requests', rows, stale: list.isPlaceholderData };
  return (
    <div ref={ref} className={shared.list}>
      <h2 className={classes.hidden}>Requests</h2>
      <p className={classes.count} role="status">
        {list.data &&
          `Showing ${matched.toLocaleString('en-US')}${list.data.more_match ? '+' : ''} of ${list.data.total.toLocaleString('en-US')} requests`}
      </p>
      {rows?.length === 0 ? (
        <Nothing filters={filters} beyond={matched > 0} onFirst={() => goTo(1)} />
      ) : isSmall ? (
        <RequestCards {...listProps} action="View Details" onOpen={onOpen} withAssignee />
      ) : (
        <DataTable
          {...listProps}
          minWidth={960}
          rowKey={(request) => request.id}
          columns={[
            columns.id,
            columns.customer,
            columns.title,
            columns.status,
            columns.priority,
            columns.assignee,
            columns.rating,
            {
              ...columns.created,
              sort: {
                direction: filters.sort === 'created_desc' ? 'descending' : 'ascending',
                onToggle: turnOrder,
              },
            },
            actionColumn('View Details', onOpen),
          ]}
        />
      )}
      <Pager page={Math.min(filters.page, pages)} pages={pages} onPage={goTo} />
    </div>
  );
}

function Nothing({ filters, beyond, onFirst }: { filters: Filters; beyond: boolean; onFirst: () => void }) {
  if (beyond) {
    return (
      <EmptyState
        art={<LampArt lit={false} />}
        title="This page is past the end of the list"
        action={
          <button type="button" className={classes.first} onClick={onFirst}>
            Go to the first page
          </button>
        }
      />
    );
  }
  return isFiltered(filters) ? (
    <EmptyState art={<LampArt lit={false} />} title="No requests match your filters">
      Change the search or clear the filters to see more.
    </EmptyState>
  ) : (
    <EmptyState art={<LampArt />} title="No requests found">
      Requests from the website appear here as soon as they are sent.
    </EmptyState>
  );
}
