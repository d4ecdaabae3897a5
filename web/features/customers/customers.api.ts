import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { call } from '#web/lib/api-client.ts';
import { type CustomerFilters, customerQueryOf } from './customers.view.ts';

const all = ['customers'] as const;

/** The queries about customers. */
export const customerQueries = {
  list: (filters: CustomerFilters) =>
    queryOptions({
      queryKey: [...all, 'list', customerQueryOf(filters)],
      queryFn: ({ signal }) => call(api.customers.list, { query: customerQueryOf(filters) }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** One customer with up to 200 requests, where the list has 10. */
  detail: (id: number) =>
    queryOptions({
      queryKey: [...all, 'detail', id],
      queryFn: async ({ signal }) =>
        (await call(api.customers.get, { params: { id: String(id) } }, { signal })).customer,
    }),
};
