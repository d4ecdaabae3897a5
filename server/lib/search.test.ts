import { describe, expect, it } from 'vitest';
import { readSearch } from './search.ts';

const begins = (word: string) => [`${word}%`, `%\n${word}%`, `% ${word}%`];

describe('a search', () => {
  it.each([
    ['lamp', [['%lamp%']]],
    ['Dark lot', [['%Dark%'], ['%lot%']]],
    ['100%_\\', [['%100\\%\\_\\\\%']]],
    ['a lamp', [['%a%'], ['%lamp%']]],
    ['@x', [['%@x%']]],
    ['ab-', [['%ab-%']]],
    ['élan', [['%élan%']]],
  ])('finds every word anywhere: %j', (search, words) => expect(readSearch(search).words).toEqual(words));

  it.each([
    ['a', [begins('a')]],
    ['da', [begins('da')]],
    ['é', [begins('é')]],
    ['42', [begins('42')]],
    ['a--', [begins('a--')]],
    ['da w', [begins('da'), begins('w')]],
    ['x%', [begins('x\\%')]],
  ])('without a word that the index knows finds where a word begins: %j', (search, words) =>
    expect(readSearch(search).words).toEqual(words),
  );

  it.each([['%'], ['_'], ['\\'], ['--']])('finds signs anywhere: %j', (search) =>
    expect(readSearch(search).words).toEqual([[`%${search.replace(/[%_\\]/, '\\$&')}%`]]),
  );

  it('knows the digits of a number, beside its words', () => {
    expect(readSearch('+1 689 555-0180')).toEqual({
      words: [['%+1%'], ['%689%'], ['%555-0180%']],
      digits: '6895550180',
    });
    expect(readSearch('lamp').digits).toBeUndefined();
  });
});
