import { describe, expect, it } from 'vitest';
import { trackingId } from '#contract/workflow.ts';
import { newTrackingId } from './tracking-id.ts';

const COUNT = 100_000;
const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ids = Array.from({ length: COUNT }, newTrackingId);

describe('100,000 tracking IDs', () => {
  it('are all different, and all valid by the contract', () => {
    expect(new Set(ids).size).toBe(COUNT);
    expect(ids.every((id) => trackingId.safeParse(id).data === id)).toBe(true);
  });

  it('have every symbol at every position with equal frequency', () => {
    const places = [4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18];
    for (const place of places) {
      const counts = new Map([...SYMBOLS].map((symbol) => [symbol, 0]));
      for (const id of ids) counts.set(id.charAt(place), (counts.get(id.charAt(place)) ?? 0) + 1);
      expect([...counts.keys()].sort().join('')).toBe([...SYMBOLS].sort().join(''));
      const expected = COUNT / SYMBOLS.length;
      const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
      // 35 degrees of freedom: chance alone exceeds 110 less than once in a billion runs.
      expect(chiSquare).toBeLessThan(110);
    }
  });
});
