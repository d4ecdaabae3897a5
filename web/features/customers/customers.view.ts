import type { customers } from '#contract/customers.ts';
import type { CallOf, ResponseOf } from '#contract/endpoint.ts';
import { paramsWith, searchIn } from '#web/lib/address-params.ts';
import { pageIn } from '#web/lib/paging.ts';

/** So few that one page stays small although each customer brings their newest requests. */
export const PAGE_SIZE = 12;

export type CustomerWithHistory = ResponseOf<typeof customers.list>['customers'][number];
export type WorkHistoryEntry = CustomerWithHistory['requests'][number];

/** The state of Customer Management that its address holds. */
export type CustomerFilters = {
  search: string;
  /** The id of the customer whose details are open; 0 for none. */
  open: number;
  page: number;
};

/** Reads the state from the address. Values that are not valid count as not set. */
export const customerFiltersOf = (params: URLSearchParams): CustomerFilters => ({
  search: searchIn(params),
  open: /^[1-9]\d{0,9}$/.test(params.get('open') ?? '') ? Number(params.get('open')) : 0,
  page: pageIn(params, PAGE_SIZE),
});

/** Writes the state as a query, without what is not set. */
export const customerParamsOf = ({ open, ...filters }: CustomerFilters): URLSearchParams =>
  paramsWith({ ...filters, open: open || '' });

/** The state as the query of the list call. */
export const customerQueryOf = ({
  search,
  page,
}: CustomerFilters): NonNullable<CallOf<typeof customers.list>['query']> => ({
  search: search.trim() || undefined,
  limit: String(PAGE_SIZE),
  page: String(page),
});
