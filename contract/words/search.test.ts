import { describe, expect, it } from 'vitest';
import { phoneDigits, searchedDigits, wordsOf } from './search.ts';

describe('the words of a search', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['lamp', ['lamp']],
    [' dark  parking\u00a0lot\n', ['dark', 'parking', 'lot']],
    ['100% a_b', ['100%', 'a_b']],
    ['1 2 3 4 5 6 7 8', ['1', '2', '3', '4', '5', '6', '7', '8']],
  ])('of %j are %j', (search, words) => expect(wordsOf(search)).toEqual(words));

  it('are eight at most, and the last one is the rest as it was typed', () => {
    expect(wordsOf('1 2 3 4 5 6 7 the  rest of it ')).toEqual(['1', '2', '3', '4', '5', '6', '7', 'the  rest of it']);
    expect(wordsOf('x '.repeat(100))).toHaveLength(8);
  });
});

describe('the digits of a number', () => {
  it.each([
    ['6895550180', '6895550180'],
    ['(689) 555-0180', '6895550180'],
    ['+1 689.555.0180', '6895550180'],
    ['1-689-555-0180', '6895550180'],
    ['001 689 555 0180', '0016895550180'],
    ['+49 30 901820', '4930901820'],
    ['+44 20 7946 0018', '442079460018'],
    ['16895550', '16895550'],
    ['(689) 555-0180 ext. 12', '6895550180'],
    ['689 555 0180x12', '6895550180'],
    ['+1 (689) 555-0180, 12', '6895550180'],
    ['6895550180;ext=12', '6895550180'],
    ['689-555-0180 #12', '6895550180'],
    ['Cell, after 5? No: 689', '5'],
    ['Office: 689-555-0180', '6895550180'],
    ['Mobile: 689-555-0180 (Dana, evenings)', '6895550180'],
    ['689\u2011555\u20110180', '6895550180'],
    ['none', ''],
    ['', ''],
  ])('of %j are %j', (phone, digits) => expect(phoneDigits(phone)).toBe(digits));
});

describe('a search for a number', () => {
  it.each([
    ['6895550180', '6895550180'],
    ['689-555-0180', '6895550180'],
    ['+1 689 555 0180', '6895550180'],
    ['(689) 555.0180', '6895550180'],
    ['689\u2013555\u20130180', '6895550180'],
    ['555/0180', '5550180'],
    ['0180', '0180'],
    ['16895550180', '6895550180'],
    ['26895550180', '26895550180'],
  ])('is %j, which ends with %j', (search, digits) => expect(searchedDigits(search)).toBe(digits));

  it.each(['', '018', '(0) 1-8', 'REQ-0180', '0180 lamp', '#0180', '689 555 0180 x5', '50%', '+-()./'])(
    'is not %j',
    (search) => expect(searchedDigits(search)).toBeUndefined(),
  );
});
