import { describe, expect, it } from 'vitest';
import { idIn } from './useLinkedLayer.ts';

describe('idIn', () => {
  it.each([
    ['12', 12],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    ['0', null],
    ['012', null],
    ['12abc', null],
    ['99999999999', null],
    ['', null],
  ])('reads "%s" as %s', (text, id) => expect(idIn(text)).toBe(id));
});
