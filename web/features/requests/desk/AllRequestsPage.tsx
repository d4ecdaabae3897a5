import { useQuery } from '@tanstack/react-query';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { RequestDetailModal } from '../dialog/RequestDetailModal.tsx';
import { FilterBar } from '../list/FilterBar.tsx';
import { FilteredList } from '../list/FilteredList.tsx';
import { useRequestDialog } from '../record/useRequestDialog.ts';
import shared from '../request-list.module.css';
import { requestQueries } from '../requests.api.ts';
import { filtersWithoutRange, hasFiltersWithoutRange } from '../requests.filters.ts';

const countText = (matched: string, total: string) => `${matched} of ${total}`;

/** Admin All Requests (spec §2): the list by itself, without ratings and without a custom range. */
export function Component() {
  const { filters, change } = useAddressFilters(filtersWithoutRange);
  const { openId, open, close } = useRequestDialog();
  const list = useQuery(requestQueries.list(filters));
  return (
    <div className={shared.page}>
      <PageHead title="All Requests" />
      <FilterBar filters={filters} onChange={change} withRange={false} />
      <FilteredList
        list={list}
        filters={filters}
        onChange={change}
        onOpen={open}
        table="all-requests"
        countText={countText}
        notes={<StaleNote reads={[list]} failure="Failed to load requests" />}
        withRating={false}
        hasFilters={hasFiltersWithoutRange}
      />
      <RequestDetailModal
        id={openId}
        onClose={close}
        among={list.data?.requests ?? []}
        listPage={list.data}
        onOpen={open}
      />
    </div>
  );
}
