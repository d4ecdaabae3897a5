import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChosenTable } from '#contract/words/views.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { RequestDetailModal } from '../dialog/RequestDetailModal.tsx';
import { FilterBar } from '../list/FilterBar.tsx';
import { FilteredList } from '../list/FilteredList.tsx';
import { useRequestDialog } from '../record/useRequestDialog.ts';
import shared from '../request-list.module.css';
import { requestQueries } from '../requests.api.ts';
import { type Filters, filtersWithoutRange, hasFiltersWithoutRange, requestFilters } from '../requests.filters.ts';
import { AttentionNote } from './AttentionNote.tsx';

export type FilterProps = { filters: Filters; onChange: (change: Partial<Filters>) => void };

type Props = {
  title: string;
  intro?: string;
  /** What stands beside the title. */
  action?: (props: FilterProps) => ReactNode;
  /** What stands above the filters. */
  top?: (props: FilterProps) => ReactNode;
  /** The name under which columns and density are kept. */
  table: ChosenTable;
  /** Says how many match of how many (spec §2). */
  countText?: (matched: string, total: string) => string;
  /** The reads of the page beside its list. */
  reads?: readonly UseQueryResult[];
  /** Leaves out ratings, a custom range, and what is not in the filter bar (spec §2 Admin All Requests). */
  plain?: boolean;
  /** Leaves out everything that changes something. */
  readOnly?: boolean;
};

const showingText = (matched: string, total: string) => `Showing ${matched} of ${total} requests`;

/** A page of the office: a list of requests with its filters, which the address keeps, and the request that is open above it. */
export function RequestDesk({ title, intro, action, top, table, countText = showingText, ...props }: Props) {
  const { reads = [], plain = false, readOnly = false } = props;
  const { filters, change } = useAddressFilters(plain ? filtersWithoutRange : requestFilters);
  const { openId, open, close } = useRequestDialog();
  const list = useQuery(requestQueries.list(filters));
  const rows = list.data?.requests;
  const chosen = { filters, onChange: change };
  return (
    <div className={shared.page}>
      <PageHead title={title} intro={intro} action={action?.(chosen)} />
      {top?.(chosen)}
      <FilterBar {...chosen} withRange={!plain} />
      <FilteredList
        {...chosen}
        list={list}
        onOpen={open}
        table={table}
        countText={countText}
        notes={
          <>
            <AttentionNote {...chosen} rows={rows} />
            <StaleNote reads={[...reads, list]} failure="Failed to load requests" />
          </>
        }
        withRating={!plain}
        {...(plain && { hasFilters: hasFiltersWithoutRange })}
        readOnly={readOnly}
      />
      <RequestDetailModal
        id={openId}
        onClose={close}
        among={rows ?? []}
        listPage={list.data}
        onOpen={open}
        readOnly={readOnly}
      />
    </div>
  );
}
