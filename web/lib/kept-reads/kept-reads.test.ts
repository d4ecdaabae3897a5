import { expect, it } from 'vitest';
import { isOthers, keyOf } from './kept-reads.stored.ts';

it('tells a user’s reads from those of a user whose id begins alike', () => {
  const all = [keyOf(1, '["work"]'), keyOf(12, '["work"]'), keyOf(2, '["work",1]')];
  expect(new Set(all).size).toBe(3);
  expect(all.filter((key) => isOthers(key, 1))).toEqual([all[1], all[2]]);
  expect(all.filter((key) => isOthers(key, 12))).toEqual([all[0], all[2]]);
});

it('ends everyone’s reads when a user signs out', () => {
  expect([keyOf(1, 'work'), keyOf(2, 'work')].every((key) => isOthers(key, null))).toBe(true);
});
