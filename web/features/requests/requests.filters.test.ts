import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listRequestsQuery } from '#contract/request-forms.ts';
import { PAGED_MAX } from '#contract/words/limits.ts';
import {
  attentionKinds,
  periods,
  priorities,
  ratingFilters,
  requestTexts,
  sorts,
  statuses,
} from '#contract/words/requests.ts';
import {
  countFolded,
  type Filters,
  factsOf,
  filtersWithoutRange,
  hasFiltersWithoutRange,
  isFiltered,
  PAGE_SIZE,
  queryOf,
  rangeProblem,
  requestFilters,
} from './requests.filters.ts';

const { none: noFilters, read: filtersOf, write: paramsOf } = requestFilters;
const params = (text: string) => new URLSearchParams(text);
const custom = (from: string, to: string): Filters => ({ ...noFilters, period: 'custom', from, to });

describe('filters and the address', () => {
  it('write nothing when no filter is set', () => {
    expect(paramsOf(noFilters).toString()).toBe('');
    expect(filtersOf(params(''))).toEqual(noFilters);
  });

  it('can be written and read back', () => {
    const date = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
    const anyFilters = fc.record<Filters>({
      search: fc.string({ maxLength: 200 }).filter((text) => text.isWellFormed()),
      status: fc.constantFrom('', ...statuses),
      priority: fc.constantFrom('', ...priorities),
      assignment: fc.constantFrom('', 'assigned', 'unassigned'),
      attention: fc.constantFrom('', ...attentionKinds),
      town: fc.string({ maxLength: 40 }).filter((text) => text.isWellFormed()),
      technician: fc.integer({ min: 0, max: 2_147_483_647 }).map((id) => (id === 0 ? '' : String(id))),
      service_type: fc.string({ maxLength: 60 }).filter((text) => text.isWellFormed()),
      rating: fc.constantFrom('', ...ratingFilters),
      without: fc.constantFrom('', ...statuses),
      period: fc.constantFrom(...periods),
      from: fc.oneof(fc.constant(''), date),
      to: fc.oneof(fc.constant(''), date),
      sort: fc.constantFrom(...sorts),
      page: fc.integer({ min: 1, max: PAGED_MAX / PAGE_SIZE }),
    });
    fc.assert(
      fc.property(anyFilters, (filters) => {
        expect(filtersOf(params(paramsOf(filters).toString()))).toEqual(filters);
      }),
    );
  });

  it('ignore values that are not valid', () => {
    expect(
      filtersOf(
        params(
          'status=lost&priority=1&assignment=x&attention=y&technician=-1&rating=6&without=open&period=ever&sort=up&page=-2&from=2026-13-40',
        ),
      ),
    ).toEqual(noFilters);
    expect(filtersOf(params('page=1.5')).page).toBe(1);
  });

  it('tell whether they narrow the list; order and page do not count', () => {
    expect(isFiltered({ ...noFilters, sort: 'created_asc', page: 3 })).toBe(false);
    expect(isFiltered({ ...noFilters, search: 'lamp' })).toBe(true);
    expect(countFolded({ ...noFilters, search: 'lamp', status: 'pending', period: 'today' })).toBe(2);
  });
});

describe('queryOf', () => {
  it('always makes a query that the contract accepts', () => {
    expect(listRequestsQuery.safeParse(queryOf(noFilters)).success).toBe(true);
    expect(listRequestsQuery.safeParse(queryOf({ ...custom('2026-11-01', '2026-11-30'), search: ' a ' })).data).toEqual(
      {
        search: 'a',
        period: 'custom',
        from: '2026-11-01',
        to: '2026-11-30',
        sort: 'created_desc',
        limit: 100,
        page: 1,
      },
    );
  });

  it('sends dates only with a custom range', () => {
    expect(queryOf({ ...custom('2026-11-01', ''), period: 'today' }).from).toBeUndefined();
  });
});

describe('rangeProblem', () => {
  it('refuses only a range that runs backwards', () => {
    expect(rangeProblem(custom('2026-11-02', '2026-11-01'))).toBe(requestTexts.dateOrder);
    expect(rangeProblem(custom('2026-11-01', '2026-11-01'))).toBeNull();
    expect(rangeProblem(custom('2026-11-02', ''))).toBeNull();
    expect(rangeProblem({ ...custom('2026-11-02', '2026-11-01'), period: 'all' })).toBeNull();
  });
});

it('the filters in words, for paper', () => {
  const facts = (filters: Partial<Filters>) => factsOf({ ...noFilters, ...filters }).filter(Boolean);
  expect(facts({})).toEqual(['Newest first']);
  const all = { status: 'in_progress', priority: 'urgent', assignment: 'unassigned', search: 'pole' } as const;
  expect(facts({ ...all, ...custom('2026-11-01', '2026-11-03'), ...all, sort: 'priority' })).toEqual([
    'Date: Nov 1, 2026 to Nov 3, 2026',
    'Status: In Progress',
    'Priority: Emergency',
    'Assignment: Unassigned',
    'Search: pole',
    'By priority',
  ]);
  expect(facts({ town: 'Sanford' })).toEqual(['Town: Sanford', 'Newest first']);
  expect(facts({ town: 'none' })).toEqual(['Town: No Town', 'Newest first']);
  expect(facts({ period: 'last_7_days', from: '2026-11-01' })).toEqual(['Date: Last 7 days', 'Newest first']);
});

describe('The filters of All Requests', () => {
  it('know no custom range and no kind of attention', () => {
    const params = new URLSearchParams(
      'status=pending&period=custom&from=2026-01-01&to=2026-02-01&attention=low_rating',
    );
    expect(filtersWithoutRange.read(params)).toEqual({ ...noFilters, status: 'pending' });
    expect(filtersWithoutRange.read(new URLSearchParams('period=today')).period).toBe('today');
  });

  it('are all that a view may have there', () => {
    const has = (filters: Partial<Filters>) => hasFiltersWithoutRange({ ...noFilters, ...filters });
    expect([
      has({}),
      has({ status: 'pending', search: 'pole 7', period: 'today', sort: 'priority' }),
      has({ town: 'Sanford' }),
    ]).toEqual([true, true, true]);
    const more: Partial<Filters>[] = [
      { technician: '7' },
      { service_type: 'Repair' },
      { rating: '1' },
      { without: 'completed' },
      { attention: 'low_rating' },
      custom('2026-11-01', ''),
    ];
    expect(more.map((filters) => has({ status: 'pending', ...filters }))).toEqual(more.map(() => false));
  });
});
