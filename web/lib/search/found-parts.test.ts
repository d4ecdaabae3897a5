import { describe, expect, it } from 'vitest';
import { foundParts } from './found-parts.ts';

/** The parts of a text in one line, with what is found in brackets. */
const marked = (text: string, search: string) =>
  foundParts(text, search)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

describe('What a search found in a text', () => {
  it.each([
    ['José Núñez', 'nunez', 'José [Núñez]'],
    ['Jose\u0301 Nu\u0301n\u0303ez', 'NUNEZ jose', '[Jose\u0301] [Nu\u0301n\u0303ez]'],
    ['8″ downlight', '8"', '[8″] downlight'],
    ["8'' downlight", '8"', "[8''] downlight"],
    ['Straße 5', 'strasse', '[Straße] 5'],
    ['ﬁxture', 'fi', '[ﬁ]xture'],
    ['ﬁxture', 'ix', 'ﬁxture'],
    ['ﬁxture', 'ixt', '[ﬁxt]ure'],
    ['Da\u00adna Whitfield', 'dana', '[Da\u00adna] Whitfield'],
    ['\u200eDana', 'dana', '\u200e[Dana]'],
    ['O’Neill', "o'neill", '[O’Neill]'],
    ['Stairwell at West Street', 'st', '[St]airwell at West [St]reet'],
    ['ＡＢＣ Lamps', 'abc', '[ＡＢＣ] Lamps'],
    ['İstanbul', 'istanbul', '[İstanbul]'],
    ['👩‍🔧 Ana', 'ana', '👩‍🔧 [Ana]'],
    ['banana', 'ana', 'b[anana]'],
    ['Parking lot', 'zebra', 'Parking lot'],
    ['Parking lot', '  ', 'Parking lot'],
    ['', 'lot', ''],
  ])('in %s by %s is %s', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
    expect(
      foundParts(text, search)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('is a whole tracking ID, however it is typed', () => {
    expect(marked('REQ-ABC123DEF-45678', '#req abc123def45678')).toBe('[REQ-ABC123DEF-45678]');
  });
});
