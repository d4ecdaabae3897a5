import { describe, expect, it } from 'vitest';
import { noFilters } from '../requests.view.ts';
import { filtersOfView, queryOfView, renamed, type SavedView, VIEWS_MAX, viewsOf, withView } from './saved-views.ts';

const choices = { hidden: ['rating'], density: 'compact' } as const;
const view = (name: string, query = 'status=pending'): SavedView => ({ name, query, choices });

describe('Saved views', () => {
  it('keep filters, columns and density, and no page', () => {
    const filters = { ...noFilters, status: 'pending', search: 'pole 7', page: 4 } as const;
    const query = queryOfView(filters);
    expect(filtersOfView(view('A', query))).toEqual({ ...filters, page: 1 });
    expect(viewsOf(JSON.parse(JSON.stringify([view('A', query)])))).toEqual([view('A', query)]);
  });

  it('are left out when what is stored is not valid', () => {
    const bad = [null, 7, 'x', {}, { name: '', query: '' }, { name: 'A' }, { name: 'B', query: 7 }];
    expect(viewsOf([...bad, { name: 'C', query: 'status=gone&page=9&evil=1' }])).toEqual([
      { name: 'C', query: '', choices: { hidden: [], density: 'comfortable' } },
    ]);
    for (const value of [null, {}, 'x', 7]) expect(viewsOf(value)).toEqual([]);
  });

  it('are at most so many, each name once', () => {
    const many = Array.from({ length: VIEWS_MAX + 5 }, (_, n) => view(`View ${n}`));
    expect(viewsOf(many)).toHaveLength(VIEWS_MAX);
    expect(withView(many.slice(0, VIEWS_MAX), view('New'))).toHaveLength(VIEWS_MAX);
    expect(withView([view('A'), view('B')], view('A', 'priority=urgent'))).toEqual([
      view('B'),
      view('A', 'priority=urgent'),
    ]);
  });

  it('are renamed in place; an older one of that name gives way', () => {
    expect(renamed([view('A'), view('B'), view('C')], 'B', 'D').map(({ name }) => name)).toEqual(['A', 'D', 'C']);
    expect(renamed([view('A'), view('B', 'x=1'), view('C')], 'B', 'C')).toEqual([view('A'), view('C', 'x=1')]);
    expect(renamed([view('A')], 'A', 'A')).toEqual([view('A')]);
  });
});
