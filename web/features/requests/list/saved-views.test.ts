import { describe, expect, it } from 'vitest';
import { VIEW_QUERY_MAX } from '#contract/words/views.ts';
import { requestFilters } from '../requests.filters.ts';
import { filtersOfView, nameProblem, queryOfView } from './saved-views.ts';

const noFilters = requestFilters.none;

describe('Saved views', () => {
  it('keep the filters, and no page', () => {
    const filters = { ...noFilters, status: 'pending', search: 'pole 7', page: 4 } as const;
    expect(filtersOfView({ query: queryOfView(filters) })).toEqual({ ...filters, page: 1 });
  });

  it('leave out what the list does not know', () => {
    expect(filtersOfView({ query: 'status=gone&page=9&evil=1' })).toEqual(noFilters);
  });

  it('have no name that a view of everyone has', () => {
    expect(nameProblem('unassigned')).toBe('"Unassigned" is a view that everyone has. Choose another name.');
    expect(nameProblem('Unassigned here')).toBeNull();
  });

  it('have room for the longest search in any script', () => {
    expect(queryOfView({ ...noFilters, search: '灯'.repeat(200), status: 'in_progress' }).length).toBeLessThan(
      VIEW_QUERY_MAX,
    );
  });
});
