import { describe, expect, it } from 'vitest';
import { foldText, hasWords, matchesSearch, phoneDigits, searchedDigits, wordsOf } from './search.ts';

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

describe('a folded text', () => {
  it.each([
    ['José NÚÑEZ', 'jose nunez'],
    ['Jose\u0301', 'jose'],
    ['Álvaro Øster Łukasz Đorđe', 'alvaro oster lukasz dorde'],
    ['İstanbul ISPARTA ılgaz', 'istanbul isparta ilgaz'],
    ['Straße STRASSE ẞ', 'strasse strasse ss'],
    ['Æsir Œuvre Þór', 'aesir oeuvre thor'],
    ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', 'οδυσσευσ οδυσσευσ'],
    ['ЁЛКА ёлка', 'елка елка'],
    ['ﬁxture ﬀ ﬂood', 'fixture ff flood'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ １２', 'full width 12'],
    ["8″ 8” 8“ 8\" 8''", '8" 8" 8" 8" 8"'],
    ['10′ O’Neill O‘Neill OʼNeill O`Neill O´Neill', "10' o'neill o'neill o'neill o'neill o'neill"],
    ['«A» „B“', '"a" "b"'],
    ['A‐B‑C‒D–E—F―G−H', 'a-b-c-d-e-f-g-h'],
    [
      'down\u00adlight zero\u200bwidth \u200eleft\u200f \u202aright\u202c \ufeffmark',
      'downlight zerowidth left right mark',
    ],
    ['2×4 ½ m² №\u00a05 …', '2x4 1/2 m2 no 5 ...'],
    ['٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹', '0123456789 0123456789'],
    ['مُحَمَّد آمن كـــتاب', 'محمد امن كتاب'],
    ['שָׁלוֹם', 'שלום'],
    ['💡\ufe0f', '💡'],
  ])('of %j is %j', (text, folded) => expect(foldText(text)).toBe(folded));
});

describe('a search in the browser', () => {
  it.each([
    ['José Núñez', 'Nunez'],
    ['Jose Nunez', 'núñez jose'],
    ['8″ downlight', '8"'],
    ['8" downlight', '8″'],
    ['김철수', '김'],
    ['anything', '\u200b'],
  ])('of %j for %j finds it', (text, search) => expect(hasWords(text, search)).toBe(true));

  it('of other words finds nothing', () => expect(hasWords('José Núñez', 'Nunes')).toBe(false));

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
