import { describe, expect, it } from 'vitest';
import { tableChoicesOf } from './useTableChoices.ts';

describe('Stored choices of a table', () => {
  it('are read as they were kept', () => {
    const choices = { hidden: ['rating'], density: 'compact' } as const;
    expect(tableChoicesOf(choices)).toEqual(choices);
  });

  it.each([null, 7, 'x', [], {}, { hidden: 'rating', density: 'huge' }, { hidden: [1, null] }])(
    'count as not chosen when they are %j',
    (value) => {
      expect(tableChoicesOf(value)).toEqual({ hidden: [], density: 'comfortable' });
    },
  );
});
