import { describe, expect, it } from 'vitest';
import { customers } from '#contract/customers.ts';
import { customerFilters, customerQueryOf, figuresOf } from './customers.view.ts';

describe('the figures of a customer', () => {
  it('name the cancelled requests as well, so that the counts add up to the total', () => {
    const stats = { completed: 3, in_progress: 1, pending: 2, total: 10, average_rating: 4.25 };
    expect(figuresOf(stats)).toEqual([
      ['Completed', 3],
      ['In Progress', 1],
      ['Pending', 2],
      ['Cancelled', 4],
      ['Total', 10],
      ['Average rating', '4.3'],
    ]);
  });
});

describe('the address of Customer Management', () => {
  it('holds the open customer', () => {
    const filters = { ...customerFilters.none, search: 'dana & co', open: '7', page: 3 };
    expect(customerFilters.write(filters).toString()).toBe('search=dana+%26+co&open=7&page=3');
    expect(customerFilters.read(customerFilters.write(filters))).toEqual(filters);
  });

  it('makes a query that the contract accepts; the open customer is not part of it', () => {
    const filters = { ...customerFilters.none, search: ' pole ', open: '7', page: 2 };
    expect(customers.list.query.parse(customerQueryOf(filters))).toEqual({
      search: 'pole',
      limit: 12,
      page: 2,
    });
  });
});
