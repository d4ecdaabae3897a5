import { foldText } from '../words/search.ts';

/** A telephone number as people write it, and what of it is dialed. */
export type PhoneNumber = {
  /** What was written, with its label, its extension and its remark. */
  text: string;
  /** What stands between the number before and this one. */
  before: string;
  /** A US number without its 1; one of another country with its country code. Blank when there is none. */
  digits: string;
  /** Whether the digits begin with a country code. */
  isForeign: boolean;
  /** Blank when there is none. */
  extension: string;
};

/** The fewest digits of a whole number: one without its area code. */
const WHOLE = 7;
/** What may stand between two numbers, in any width. */
const BETWEEN = /([\n/／;；,，&＆|｜]|(?<![\p{L}\p{N}_])(?:and|or)(?![\p{L}\p{N}_]))/iu;

/** The letters on the keys of a telephone. */
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const keyOf = (letter: string) => String(KEYS.findIndex((letters) => letters.includes(letter)) + 2);
/** Words behind an area code, as in 1-800-LIGHTS1. */
const WORDS = /^[^0-9]*(?:1[ .-]+)?\(?([2-9][0-9]{2})\)?[ .-]+(?=[0-9]{0,6}-?[a-z])([a-z0-9-]{7,})/;
/** How many signs after the area code are dialed; more are written so that a word is whole. */
const DIALED = 7;

const digitsIn = (text: string) => text.replace(/[^0-9]/g, '');

/** The number that words stand for; null when the text has none. */
function spelled(folded: string): string | null {
  const [, area = '', words = ''] = WORDS.exec(folded) ?? [];
  const signs = words.replaceAll('-', '').slice(0, DIALED);
  return signs.length < DIALED ? null : area + signs.replace(/[a-z]/g, keyOf);
}

/**
 * Reads one number. The database function `phone_numbers` finds the same digits. A letter, `#`, `,` or `;` after the first digit
 * begins an extension or a remark. A zero in parentheses isn't dialed after a country code, and 00 or 011 stands for the + before one.
 */
function readOne(text: string, before = ''): PhoneNumber {
  const folded = foldText(text);
  const inWords = spelled(folded);
  if (inWords !== null) return { text, before, digits: inWords, isForeign: false, extension: '' };
  const [, label = '', written = '', after = ''] = /^([^0-9]*)([^a-z#,;]*)(.*)/s.exec(folded) ?? [];
  const isDialedAbroad = /^(?:00|011)[ .-]?[1-9]/.test(written) && digitsIn(written).length > 10;
  const hasCode = isDialedAbroad || /\+\s*\(?$/.test(label);
  const number = digitsIn(hasCode ? written.replace(/^(?:00|011)/, '').replace('(0)', '') : written);
  const isUs = /^1\d{10}$/.test(number);
  const [, named, alone] =
    /^[\s,;.]*(?:(?:ext(?:ension|n)?|x|#)[\s.:=#]*(\d{1,7})(?!\d)|(\d{1,7})\s*$)/.exec(after) ?? [];
  return {
    text,
    before,
    digits: isUs ? number.slice(1) : number,
    isForeign: hasCode && !isUs,
    extension: named ?? alone ?? '',
  };
}

const isWhole = (part: string) => readOne(part).digits.length >= WHOLE;

/** The numbers in a text, in their order. Together with what stands between them, their texts are the whole text. */
export function readPhones(text: string): PhoneNumber[] {
  // An even place has a number, or a part of one; an odd place has what may stand between two.
  const [first = '', ...rest] = text.split(BETWEEN);
  const numbers = [{ before: '', text: first }];
  for (let place = 0; place < rest.length; place += 2) {
    const [before = '', part = ''] = rest.slice(place, place + 2);
    const last = numbers.at(-1);
    if (last && isWhole(last.text) && isWhole(part)) numbers.push({ before, text: part });
    else if (last) last.text += before + part;
  }
  // A link has no room at its ends.
  let room = '';
  return numbers.map(({ before, text: written }) => {
    const number = written.trim();
    const start = written.indexOf(number);
    const read = readOne(number, room + before + written.slice(0, start));
    room = written.slice(start + number.length);
    return read;
  });
}

/** Fewer digits would match the end of too many numbers. */
const SEARCHED_MIN = 4;
/** How many numbers of a text a search knows. */
const SEARCHED_NUMBERS = 2;

/**
 * The digits of the number in a search, or its last ones; undefined when the search doesn't look like a number. A zero that is dialed
 * only inside a country is left out.
 */
export function searchedDigits(search: string): string | undefined {
  const folded = foldText(search).trim();
  const [number, ...more] = readPhones(search);
  if (!number || more.length > 0) return undefined;
  const isInWords = /^[^a-z]*[0-9]/.test(folded) && spelled(folded) !== null;
  const hasExtension = /^[+(]?[0-9]/.test(folded) && number.extension !== '' && number.digits.length >= WHOLE;
  if (!isInWords && !hasExtension && !/^[0-9\s+()./-]+$/.test(folded)) return undefined;
  const digits = number.digits.replace(/^0+(?=[0-9]{8})/, '');
  return digits.length < SEARCHED_MIN ? undefined : digits;
}

/** Whether one of the numbers in a text ends with these digits. */
export const hasNumber = (text: string, digits: string): boolean =>
  readPhones(text)
    .slice(0, SEARCHED_NUMBERS)
    .some((number) => number.digits.endsWith(digits));

/** The digits of the first number in a text. */
export const phoneDigits = (text: string): string => readPhones(text)[0]?.digits ?? '';

/** The link that dials a number (RFC 3966), null when there is nothing to dial. An extension is no part of the number. */
export function telLink({ digits, isForeign, extension }: PhoneNumber): string | null {
  if (digits === '') return null;
  const number = isForeign ? `+${digits}` : digits.length === 10 ? `+1${digits}` : digits;
  return `tel:${number}${extension && `;ext=${extension}`}`;
}
