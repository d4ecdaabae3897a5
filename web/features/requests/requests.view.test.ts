import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listRequestsQuery } from '#contract/request-forms.ts';
import { PAGED_MAX } from '#contract/words/limits.ts';
import {
  attentions,
  periods,
  priorities,
  ratingFilters,
  requestTexts,
  sorts,
  statuses,
} from '#contract/words/requests.ts';
import { ApiError } from '#web/lib/api-client.ts';
import {
  countSet,
  type Filters,
  filtersOf,
  filtersWithoutRangeOf,
  isFiltered,
  noFilters,
  outcomeText,
  PAGE_SIZE,
  paramsOf,
  queryOf,
  rangeProblem,
  sizeText,
  splitNotes,
  workCounts,
  workFailure,
  workFiltersOf,
  workOf,
  workParamsOf,
} from './requests.view.ts';

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
      attention: fc.constantFrom('', ...attentions),
      technician: fc.integer({ min: 0, max: 2_147_483_647 }),
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
    expect(countSet({ ...noFilters, search: 'lamp', status: 'pending', period: 'today' })).toBe(2);
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

describe('workCounts', () => {
  it('counts pending as pending plus assigned', () => {
    const stats = { total: 6, pending: 1, assigned: 2, in_progress: 1, completed: 1 };
    expect(workCounts(stats)).toEqual({ total: 6, pending: 3, in_progress: 1, completed: 1 });
  });
});

describe('splitNotes', () => {
  it('splits at blank lines into head and body', () => {
    expect(splitNotes('Nov 20 · Dana\nTall ladder.\n\nNov 21 · Marcus\nDone.\nAll lit.')).toEqual([
      { head: 'Nov 20 · Dana', body: 'Tall ladder.' },
      { head: 'Nov 21 · Marcus', body: 'Done.\nAll lit.' },
    ]);
  });

  it('returns nothing for empty notes, and accepts an entry without a head', () => {
    expect(splitNotes('')).toEqual([]);
    expect(splitNotes('\n \n\nOnly words\n  \n')).toEqual([{ head: '', body: 'Only words' }]);
  });
});

describe('sizeText', () => {
  it('formats kB and MB', () => {
    expect([1, 2048, 5 * 1024 * 1024].map(sizeText)).toEqual(['1 kB', '2 kB', '5.0 MB']);
  });
});

describe("a technician's work", () => {
  const row = (id: number, status: (typeof statuses)[number], priority: (typeof priorities)[number] = 'low') => ({
    id,
    status,
    priority,
  });
  const rows = [
    row(1, 'completed', 'urgent'),
    row(2, 'pending'),
    row(3, 'cancelled'),
    row(4, 'in_progress'),
    row(5, 'assigned', 'urgent'),
    row(6, 'assigned', 'high'),
  ];
  const idsOf = (show: Parameters<typeof workOf>[1]) => workOf(rows, show).map(({ id }) => id);

  it('lists open emergencies first, then open requests, then closed ones, otherwise in order', () => {
    expect(idsOf('')).toEqual([5, 2, 4, 6, 1, 3]);
  });

  it('is filtered as the cards count: pending includes assigned', () => {
    expect(idsOf('pending')).toEqual([5, 2, 6]);
    expect(idsOf('in_progress')).toEqual([4]);
    expect(idsOf('completed')).toEqual([1]);
  });

  it('keeps its filter in the address', () => {
    for (const show of ['', 'pending', 'in_progress', 'completed'] as const) {
      expect(workFiltersOf(workParamsOf({ search: '', show })).show).toBe(show);
    }
    expect(workFiltersOf(params('show=cancelled')).show).toBe('');
  });
});

describe('a refused work order', () => {
  it("shows the server's message, and the fallback without one", () => {
    const conflict = new ApiError(409, { error: 'conflict', message: 'Tess changed the status.' });
    expect(workFailure(conflict)).toBe('Tess changed the status.');
    expect(workFailure(new ApiError(0, {}))).toBe('Failed to update request');
  });

  it('names the photo that was refused', () => {
    const details = [{ field: 'images', message: 'notes.exe: Only images (JPG, PNG, GIF, WebP) are allowed' }];
    const refused = new ApiError(400, { message: 'Only images (JPG, PNG, GIF, WebP) are allowed', details });
    expect(workFailure(refused)).toBe('notes.exe: Only images (JPG, PNG, GIF, WebP) are allowed');
  });
});

describe('The outcome of a change', () => {
  const refused = { external_id: 'REQ-AAAAAAAAA-AAAAA', message: 'Ada changed the status.' };
  const toTess = { kind: 'assign', to: { name: 'Tess' } } as const;
  const toNobody = { kind: 'assign', to: null } as const;
  const status = { kind: 'status' } as const;
  it.each([
    [toTess, [1], [], 'Request assigned successfully! Tess has it now.'],
    [toNobody, [1], [], 'Request taken back: it is unassigned.'],
    [status, [1], [], 'Status updated successfully!'],
    [toTess, [1, 2], [], '2 requests assigned to Tess'],
    [toNobody, [1, 2], [], '2 requests unassigned'],
    [status, [1, 2, 3], [], '3 requests updated'],
    [toTess, [1, 2], [refused], '2 assigned to Tess, 1 refused: REQ-AAAAAAAAA-AAAAA: Ada changed the status.'],
    [toTess, [], [refused], 'REQ-AAAAAAAAA-AAAAA: Ada changed the status.'],
    [status, [], [{ external_id: null, message: 'Request not found' }], 'A deleted request: Request not found'],
  ] as const)('of %o is told (%#)', (change, done, refusals, text) => {
    expect(outcomeText(change, { done, refused: refusals })).toBe(text);
  });

  it('tells the first three refusals of many', () => {
    const text = outcomeText(status, { done: [1], refused: Array(5).fill({ external_id: 'REQ-1', message: 'No.' }) });
    expect(text).toBe('1 updated, 5 refused: REQ-1: No. REQ-1: No. REQ-1: No. And 2 more.');
  });
});

describe('The filters of All Requests', () => {
  it('know no custom range and no exceptions', () => {
    const params = new URLSearchParams(
      'status=pending&period=custom&from=2026-01-01&to=2026-02-01&attention=low_rating',
    );
    expect(filtersWithoutRangeOf(params)).toEqual({ ...noFilters, status: 'pending' });
    expect(filtersWithoutRangeOf(new URLSearchParams('period=today')).period).toBe('today');
  });
});
