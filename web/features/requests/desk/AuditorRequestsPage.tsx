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
import { requestFilters } from '../requests.filters.ts';
import { AttentionNote } from './AttentionNote.tsx';

const countText = (matched: string, total: string) => `Showing ${matched} of ${total} requests`;

/** The auditor's list of requests: everything can be read, nothing can be changed. */
export function Component() {
  const { filters, change } = useAddressFilters(requestFilters);
  const { openId, open, close } = useRequestDialog();
  const list = useQuery(requestQueries.list(filters));
  return (
    <div className={shared.page}>
      <PageHead title="Requests" />
      <FilterBar filters={filters} onChange={change} withRange />
      <FilteredList
        list={list}
        filters={filters}
        onChange={change}
        onOpen={open}
        table="auditor-requests"
        countText={countText}
        notes={
          <>
            <AttentionNote filters={filters} onChange={change} rows={list.data?.requests} />
            <StaleNote reads={[list]} failure="Failed to load requests" />
          </>
        }
        withRating
        readOnly
      />
      <RequestDetailModal
        id={openId}
        onClose={close}
        among={list.data?.requests ?? []}
        listPage={list.data}
        onOpen={open}
        readOnly
      />
    </div>
  );
}
