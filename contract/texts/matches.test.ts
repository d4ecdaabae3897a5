import { describe, expect, it } from 'vitest';
import { matchesSearch } from './matches.ts';

describe('a search in the browser', () => {
  it.each([
    'REQ-K7Q2MABCD-XY9Z1',
    'req–k7q2mabcd–xy9z1',
    '#REQ K7Q2MABCD XY9Z1',
    'reqk7q2mabcdxy9z1.',
    'K7Q2MABCD-XY9Z1',
  ])('finds a tracking ID spelled %j', (search) => {
    expect(matchesSearch(['REQ-K7Q2MABCD-XY9Z1', 'Dark lot'], '', search)).toBe(true);
    expect(matchesSearch(['REQ-K7Q2MABCD-XY9Z2', 'Dark lot'], '', search)).toBe(false);
  });
});
