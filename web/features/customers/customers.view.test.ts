import { describe, expect, it } from 'vitest';
import { customers } from '#contract/customers.ts';
import { customerFiltersOf, customerParamsOf, customerQueryOf } from './customers.view.ts';

const none = customerFiltersOf(new URLSearchParams());

describe('the address of Customer Management', () => {
  it('holds only what is set, and can be read back', () => {
    expect(customerParamsOf(none).size).toBe(0);
    const filters = { search: 'dana & co', open: 7, page: 3 };
    expect(customerFiltersOf(customerParamsOf(filters))).toEqual(filters);
  });

  it('ignores values that are not valid', () => {
    expect(customerFiltersOf(new URLSearchParams('open=-4&page=x&other=1'))).toEqual(none);
  });

  it('makes a query that the contract accepts; the open customer is not part of it', () => {
    expect(customers.list.query.parse(customerQueryOf({ search: ' pole ', open: 7, page: 2 }))).toEqual({
      search: 'pole',
      limit: 12,
      page: 2,
    });
  });
});
