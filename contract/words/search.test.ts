import { describe, expect, it } from 'vitest';
import { foldText, hasWords, wordsOf } from './search.ts';

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
});
