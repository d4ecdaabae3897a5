import { describe, expect, it } from 'vitest';
import { readSearch } from './search.ts';

/** The patterns of a search that finds its words with this operator. */
const patterns = (search: string, operator: 'like' | '~') => {
  const { words } = readSearch(search);
  expect(words.map((word) => word.operator)).toEqual(words.map(() => operator));
  return words.map(({ pattern }) => pattern);
};

describe('a search', () => {
  it.each([
    ['lamp', ['%lamp%']],
    ['Dark lot', ['%dark%', '%lot%']],
    ['100%_\\', ['%100\\%\\_\\\\%']],
    ['a lamp', ['%a%', '%lamp%']],
    ['@x', ['%@x%']],
    ['ab-', ['%ab-%']],
    ['élan', ['%elan%']],
    ['%', ['%\\%%']],
    ['light', ['%light%']],
    ['chandelier', ['%cha%nde%lier%']],
    ['REQ-9F3K2M7QX', ['%req-9f3%k2m%7qx%']],
    ['größeren', ['%gro%sse%ren%']],
    ['lantern_%', ['%lan%tern\\_\\%%']],
    ['--', ['%--%']],
    ["O'Neill", ["%o'neill%"]],
    ['O’Malleyson’s', ["%o'malleyson's%"]],
    ["100%'abc", ["%100\\%'abc%"]],
    ["o'b lamp", ["%o'b%", '%lamp%']],
    ["'lamp'", ["%'lamp'%"]],
  ])('finds every word anywhere: %j', (search, words) => expect(patterns(search, 'like')).toEqual(words));

  it.each([
    ['a', ['a']],
    ['da', ['da']],
    ['é', ['e']],
    ['42', ['42']],
    ['a--', ['a--']],
    ['da w', ['da', 'w']],
    ['x.', ['x\\.']],
    ['x[', ['x\\[']],
    ['x\\', ['x\\\\']],
    ["o'", ["o'"]],
    ['o’b', ["o'b"]],
    ["o'br d'a", ["o'br", "d'a"]],
    ["da'", ["da'"]],
  ])('without a word that the index knows finds where a word begins: %j', (search, words) =>
    expect(patterns(search, '~')).toEqual(words),
  );

  it('of a long word has the word beside its parts', () => {
    expect(readSearch('lamp Lantern').words).toEqual([
      { operator: 'like', pattern: '%lamp%' },
      { operator: 'like', pattern: '%lan%tern%', whole: 'lantern' },
    ]);
  });

  it('of a name with an apostrophe knows that the letters before it are a word', () => {
    const alone = (search: string) => readSearch(search).words.map((word) => word.alone);
    expect(alone("o'b D’A al")).toEqual(['o', 'd', undefined]);
    expect(alone("o'brien")).toEqual([undefined]);
  });

  it('knows the digits of a number, beside its words', () => {
    expect(readSearch('+1 689 555-0180').digits).toBe('6895550180');
    expect(patterns('+1 689 555-0180', 'like')).toEqual(['%+1%', '%689%', '%555-0180%']);
    expect(readSearch('lamp').digits).toBeUndefined();
  });
});
