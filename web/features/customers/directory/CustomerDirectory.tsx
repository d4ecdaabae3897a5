import { useQuery } from '@tanstack/react-query';
import { textLimits } from '#contract/words/limits.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { Badge } from '#web/ui/base/Badge.tsx';
import { EmptyState } from '#web/ui/base/EmptyState.tsx';
import { LampArt } from '#web/ui/base/LampArt.tsx';
import { PageHead } from '#web/ui/base/PageHead.tsx';
import { ErrorState } from '#web/ui/mantine/ErrorState.tsx';
import { Pager } from '#web/ui/mantine/Pager.tsx';
import { SearchField } from '#web/ui/mantine/SearchField.tsx';
import { StaleNote } from '#web/ui/mantine/StaleNote.tsx';
import { customerQueries } from '../customers.api.ts';
import { customerFilters, PAGE_SIZE } from '../customers.view.ts';
import { CustomerAccordion } from './CustomerAccordion.tsx';
import classes from './CustomerDirectory.module.css';

const FAILURE = 'Failed to load customers';
const counted = (count: number, word: string) => `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;

/** Says how much of the list is on the screen. */
const countText = (search: string, shown: number, matched: number, total = 0, hasMore = false) =>
  search
    ? `${hasMore ? 'More than ' : ''}${counted(matched, 'customer')} found for “${search}”`
    : `Showing ${shown} of ${counted(total, 'customer')}, newest first`;

type Props = {
  /** The address that shows a request. */
  linkOf: (requestId: number) => string;
};

/** Customer Management (spec §2): finds customers, and opens one with their figures and work history. */
export function CustomerDirectory({ linkOf }: Props) {
  const { filters, change } = useAddressFilters(customerFilters);
  const list = useQuery(customerQueries.list(filters));
  const { customers, matched = 0, total, more_match } = list.data ?? {};
  const goTo = (page: number) => {
    change({ page, open: '' });
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  return (
    <>
      <PageHead
        title="Customer Management"
        intro="Everyone who has asked for work, one per email address."
        action={total !== undefined && <Badge tone="neutral">{counted(total, 'customer')}</Badge>}
      />
      <StaleNote reads={[list]} failure={FAILURE} />
      <search className={classes.bar} aria-label="Find customers">
        <SearchField
          label="Search"
          placeholder="Name, email or phone"
          limit={textLimits.search}
          value={filters.search}
          onChange={(search) => change({ search, page: 1, open: '' })}
        />
      </search>
      {list.isLoadingError ? (
        <ErrorState title={FAILURE} error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      ) : (
        <div className={classes.list}>
          <p className={classes.count} role="status">
            {customers && countText(filters.search, customers.length, matched, total, more_match)}
          </p>
          {customers?.length === 0 ? (
            <NoCustomers isSearch={filters.search !== ''} isPastEnd={matched > 0} />
          ) : (
            <CustomerAccordion
              customers={customers}
              stale={list.isPlaceholderData}
              open={Number(filters.open)}
              onOpen={(open) => change({ open: open ? String(open) : '' }, { replace: true })}
              linkOf={linkOf}
            />
          )}
          <Pager page={filters.page} rows={matched} size={PAGE_SIZE} onPage={goTo} />
        </div>
      )}
    </>
  );
}

function NoCustomers({ isSearch, isPastEnd }: { isSearch: boolean; isPastEnd: boolean }) {
  if (isPastEnd) {
    return (
      <EmptyState art={<LampArt lit={false} />} title="This page is past the end of the list">
        Go back to see customers.
      </EmptyState>
    );
  }
  return isSearch ? (
    <EmptyState art={<LampArt lit={false} />} title="No customers match your search">
      Try another name, email or phone number.
    </EmptyState>
  ) : (
    <EmptyState art={<LampArt />} title="No customers yet">
      A customer appears here with their first service request.
    </EmptyState>
  );
}
