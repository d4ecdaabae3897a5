import { expect, it } from 'vitest';
import { isCurrent, keyOf, keysOfOthers } from './kept-keys.ts';

it('a user’s reads are told from those of a user whose id begins alike', () => {
  const all = [keyOf(1, '["work"]'), keyOf(12, '["work"]'), keyOf(2, '["work",1]')];
  expect(new Set(all).size).toBe(3);
  expect(keysOfOthers(all, 1)).toEqual([all[1], all[2]]);
  expect(keysOfOthers(all, 12)).toEqual([all[0], all[2]]);
});

it('a logout removes the reads of everyone', () => {
  const all = [keyOf(1, 'work'), keyOf(2, 'work')];
  expect(keysOfOthers(all, null)).toEqual(all);
});

it('an answer is shown for two weeks', () => {
  const now = Date.parse('2026-03-15T12:00:00Z');
  expect(isCurrent({ at: Date.parse('2026-03-01T12:00:01Z') }, now)).toBe(true);
  expect(isCurrent({ at: Date.parse('2026-03-01T12:00:00Z') }, now)).toBe(false);
});
