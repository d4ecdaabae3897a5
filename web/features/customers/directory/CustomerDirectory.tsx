import { useQuery } from '@tanstack/react-query';
import { textLimits } from '#contract/words/limits.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import { SearchField } from '#web/ui/mantine/list/SearchField.tsx';
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

const unmatched = {
  title: 'No customers match your search',
  hint: 'Try another name, email or phone number.',
};
const nothing = {
  title: 'No customers yet',
  hint: 'A customer appears here with their first service request.',
};

type Props = {
  /** The address that shows a request. */
  linkOf: (requestId: number) => string;
  /** The address of the form of a new request for a customer; left out when nothing may be changed. */
  formOf?: (customerId: number) => string;
};

/** Customer Management (spec §2): finds customers, and opens one with their figures and work history. */
export function CustomerDirectory({ linkOf, formOf }: Props) {
  const { filters, change } = useAddressFilters(customerFilters);
  const list = useQuery(customerQueries.list(filters));
  const { customers, matched = 0, total, more_match } = list.data ?? {};
  return (
    <>
      <PageHead
        title="Customer Management"
        intro="Everyone who has asked for work, one per email address."
        action={total !== undefined && <Badge tone="neutral">{counted(total, 'customer')}</Badge>}
      />
      <PrintHead facts={[filters.search && `Search: ${filters.search}`]} />
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
      <div className={classes.list}>
        <List
          read={list}
          failure={FAILURE}
          rows={customers}
          search={filters.search}
          isFiltered={filters.search !== ''}
          empty={filters.search ? unmatched : nothing}
          pages={{
            page: filters.page,
            rows: matched,
            isMore: more_match,
            size: PAGE_SIZE,
            onPage: (page) => change({ page, open: '' }),
          }}
          top={
            <p className={classes.count} role="status">
              {/* The room for it stays while the count of another search is all that is known. */}
              {list.isPlaceholderData
                ? '\u00a0'
                : customers && countText(filters.search, customers.length, matched, total, more_match)}
            </p>
          }
        >
          <CustomerAccordion
            customers={customers}
            stale={list.isPlaceholderData}
            open={Number(filters.open)}
            onOpen={(open) => change({ open: open ? String(open) : '' }, { replace: true })}
            linkOf={linkOf}
            formOf={formOf}
          />
        </List>
      </div>
    </>
  );
}
