import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { WorkSummary } from '#contract/request-answers.ts';
import { RequestCards } from '#web/domain/RequestCards.tsx';
import { actionColumn, requestColumns as columns } from '#web/domain/request-columns.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import { DataTable, rowElement } from '#web/ui/mantine/table/DataTable.tsx';
import { ContactActions } from '../record/ContactActions.tsx';
import { shownAtFirst } from './my-work.ts';
import { UnsentMark } from './UnsentMark.tsx';
import classes from './work-list.module.css';

type Props = {
  label: string;
  mine: Pick<
    UseQueryResult<{ requests: WorkSummary[]; stats: { total: number } }>,
    'data' | 'error' | 'isLoadingError' | 'isFetching' | 'refetch'
  >;
  /** The requests of the list in their order, of those that are loaded. */
  rows: readonly WorkSummary[] | undefined;
  isSmall: boolean;
  /** Whether all of them are shown at once, as the answer to a search. */
  isWhole?: boolean;
  search?: string;
  /** What to do when nothing matches. */
  unmatchedHint: string;
  /** The word on the button of each request. */
  action: string;
  onOpen: (id: number) => void;
};

const markOf = ({ id }: WorkSummary) => <UnsentMark requestId={id} />;

const statusColumn = {
  ...columns.status,
  cell: (request: WorkSummary) => (
    <div className={classes.status}>
      {columns.status.cell(request)}
      {markOf(request)}
    </div>
  ),
};

const nothing = {
  title: 'No requests assigned to you yet',
  hint: 'New work appears here as soon as the office assigns it to you.',
};

/**
 * A technician's requests: a table, or cards that fit a thumb. Each is marked while its update is on this device only. Of the
 * closed ones the list begins with a few, so that years of them do not bury the open ones.
 */
export function WorkList({
  label,
  mine,
  rows,
  isWhole = false,
  search = '',
  unmatchedHint,
  isSmall,
  action,
  onOpen,
}: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = rows && !showsAll && !isWhole ? shownAtFirst(rows) : rows;
  const next = shown && rows?.[shown.length];
  const showAll = () => {
    flushSync(() => setShowsAll(true));
    // The button is gone: the focus goes on where the list goes on.
    if (next) rowElement(next.id)?.querySelector('button')?.focus();
  };
  const listProps = { label, rows: shown };
  const { requests = [], stats } = mine.data ?? {};
  const hasNone = stats !== undefined && requests.length === 0;
  return (
    <>
      <List
        read={mine}
        failure="Failed to load requests"
        rows={rows}
        search={search}
        isFiltered={!hasNone}
        empty={hasNone ? nothing : { title: 'No requests match your filters', hint: unmatchedHint }}
      >
        {isSmall ? (
          <RequestCards
            {...listProps}
            action={action}
            onOpen={onOpen}
            mark={markOf}
            note={({ customer }) => customer.address}
            extra={(request) => <ContactActions request={request} />}
          />
        ) : (
          <DataTable
            {...listProps}
            minWidth={820}
            rowKey={(request) => request.id}
            columns={[
              columns.id,
              columns.customer,
              columns.title,
              statusColumn,
              columns.priority,
              columns.created,
              actionColumn(action, onOpen),
            ]}
          />
        )}
      </List>
      {rows && shown && next && (
        <Button variant="default" className={classes.all} onClick={showAll}>
          Show {(rows.length - shown.length).toLocaleString('en-US')} More Finished Requests
        </Button>
      )}
      {stats && stats.total > requests.length && (
        <p className={classes.more}>
          All your open requests are here, and the newest of the others: {requests.length.toLocaleString('en-US')} of{' '}
          {stats.total.toLocaleString('en-US')}. The office can look up older ones.
        </p>
      )}
    </>
  );
}
