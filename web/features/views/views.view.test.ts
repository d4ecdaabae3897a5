import { describe, expect, it } from 'vitest';
import { VIEW_NAME_MAX } from '#contract/words/views.ts';
import { freeName, isTakenOver, keptViewsOf, tableChoicesOf } from './views.view.ts';

const choices = { hidden: ['rating'], density: 'compact' } as const;

describe('What a browser has kept', () => {
  it('is read as it was kept', () => {
    expect(tableChoicesOf(choices)).toEqual(choices);
    expect(keptViewsOf([{ name: 'A', query: 'status=pending', choices }])).toEqual([
      { name: 'A', query: 'status=pending', ...choices },
    ]);
  });

  it.each([null, 7, 'x', [], {}, { hidden: 'rating', density: 'huge' }, { hidden: [1, null, 'Not A Key'] }])(
    'counts as not chosen when it is %j',
    (value) => {
      expect(tableChoicesOf(value)).toEqual({ hidden: [], density: 'comfortable' });
      expect(keptViewsOf(value)).toEqual([]);
    },
  );

  it('is left out when it is no view; each name counts once', () => {
    const bad = [null, 7, 'x', {}, { name: '', query: '' }, { name: 'A' }, { name: 'B', query: 7 }];
    const twice = { name: 'C', query: 'a=1' };
    expect(keptViewsOf([...bad, { ...twice, query: '' }, twice]).map(({ name, query }) => [name, query])).toEqual([
      ['C', 'a=1'],
    ]);
  });

  it('gets a number when another view has its name, and stays within the limit', () => {
    expect(freeName('A', [{ name: 'B' }])).toBe('A');
    expect(freeName('A', [{ name: 'A' }, { name: 'A (2)' }])).toBe('A (3)');
    const long = 'x'.repeat(VIEW_NAME_MAX);
    expect(freeName(long, [{ name: long }])).toBe(`${'x'.repeat(VIEW_NAME_MAX - 4)} (2)`);
  });

  it('is taken over when a view of its content has its name, or its name with a number', () => {
    const view = { name: 'A', query: 'a=1', ...choices };
    for (const name of ['A', 'A (2)']) expect(isTakenOver({ ...view, name }, view)).toBe(true);
    const others = [{ name: 'B' }, { query: 'a=2' }, { density: 'comfortable' as const }, { hidden: [] }];
    for (const other of others) expect(isTakenOver({ ...view, ...other }, view)).toBe(false);
  });
});
