import { townName } from './names.rules.ts';

/** What an address says of its town, read from its end: "…, Sanford, FL 32771". */
export type ReadAddress = {
  /** The name in front of the state and the ZIP code; null when no such name can be read. */
  town: string | null;
  /** Whether that certainly is a town. Otherwise it may be anything that people write, and has to be known (`chooseTown`). */
  isSure: boolean;
  /** The state's two letters. */
  state: string | null;
  /** The five digits. */
  zip: string | null;
  /** The words behind the last number of the street, when no comma separates the town. */
  tail: readonly string[];
  /** The state's name as a town: New York, Washington. */
  stateTown: string | null;
};

/** The towns of a country. Their names are spelled as `townName` spells them. */
export type Places = {
  /** The town of a ZIP code. */
  townOfZip(zip: string): string | null;
  /** Whether a state has a town of this name; with null, whether any state has one. */
  isTown(name: string, state: string | null): boolean;
};

const COUNTRIES = new Set(['us', 'usa', 'united states', 'united states of america', 'america']);
const COUNTRY_WORDS = 4;

const STATES: Record<string, string> = {
  alabama: 'AL',
  alaska: 'AK',
  'american samoa': 'AS',
  arizona: 'AZ',
  arkansas: 'AR',
  california: 'CA',
  colorado: 'CO',
  connecticut: 'CT',
  delaware: 'DE',
  'district of columbia': 'DC',
  florida: 'FL',
  fla: 'FL',
  georgia: 'GA',
  guam: 'GU',
  hawaii: 'HI',
  idaho: 'ID',
  illinois: 'IL',
  indiana: 'IN',
  iowa: 'IA',
  kansas: 'KS',
  kentucky: 'KY',
  louisiana: 'LA',
  maine: 'ME',
  maryland: 'MD',
  massachusetts: 'MA',
  michigan: 'MI',
  minnesota: 'MN',
  mississippi: 'MS',
  missouri: 'MO',
  montana: 'MT',
  nebraska: 'NE',
  nevada: 'NV',
  'new hampshire': 'NH',
  'new jersey': 'NJ',
  'new mexico': 'NM',
  'new york': 'NY',
  'north carolina': 'NC',
  'north dakota': 'ND',
  ohio: 'OH',
  oklahoma: 'OK',
  oregon: 'OR',
  pennsylvania: 'PA',
  'puerto rico': 'PR',
  'rhode island': 'RI',
  'south carolina': 'SC',
  'south dakota': 'SD',
  tennessee: 'TN',
  texas: 'TX',
  utah: 'UT',
  vermont: 'VT',
  'virgin islands': 'VI',
  virginia: 'VA',
  washington: 'WA',
  'west virginia': 'WV',
  wisconsin: 'WI',
  wyoming: 'WY',
};
/** The two letters, also those of the armed forces, whose mail has no town. */
const CODES = new Set([...Object.values(STATES), 'AA', 'AE', 'AP']);
const STATE_WORDS = 3;

/** A part of an address that is inside a building, before its number or letter. */
const UNITS = new Set(
  'apartment apt building bldg bld department dept floor fl flat gate level lot office penthouse ph room rm space spc suite ste trailer trlr unit'.split(
    ' ',
  ),
);
/** Such a part without a number. */
const PLACES_INSIDE = new Set('basement bsmt front lobby lower penthouse ph rear side upper'.split(' '));
/** The last word of a street, where it is written without its town. */
const STREETS = new Set(
  'street st avenue ave av boulevard blvd circle cir court ct drive dr highway hwy lane ln parkway pkwy place pl road rd square sq terrace ter trail trl way'.split(
    ' ',
  ),
);

const SEPARATORS = /[,;•\r\n\u2028\u2029]/u;
const IN_PARENTHESES = /\([^()]*\)/g;
const STATE_AND_ZIP = /(?<![\p{L}\p{N}])([A-Za-z]{2})\.?[ \t]{0,4}(\d{5})(?:-?\d{4})?(?!\d)/u;
const ZIP = /^(\d{5})(?:-?\d{4})?$/;

const plain = (words: readonly string[]) => words.join(' ').replaceAll('.', '').toLowerCase();
const hasDigit = (word: string) => /\d/.test(word);

/** The parts of an address as lists of words, without what follows the state and the ZIP code, such as the code of a gate. */
function partsOf(address: string): string[][] {
  const parts = address.normalize('NFKC').replace(IN_PARENTHESES, ' ').split(SEPARATORS);
  for (let place = parts.length - 1; place >= 0; place -= 1) {
    const part = parts[place] ?? '';
    const found = STATE_AND_ZIP.exec(part);
    const [, code = '', zip = ''] = found ?? [];
    if (!found || !CODES.has(code.toUpperCase())) continue;
    parts.splice(place, parts.length, `${part.slice(0, found.index)} ${code} ${zip}`);
    break;
  }
  return parts.map((part) => part.split(/\s+/u).filter(Boolean)).filter((words) => words.length > 0);
}

/** Removes the last words, and the part when nothing is left of it. */
function removeLast(parts: string[][], count: number): void {
  const last = parts.at(-1);
  last?.splice(last.length - count, count);
  if (last?.length === 0) parts.pop();
}

function takeCountry(parts: string[][]): void {
  const last = parts.at(-1) ?? [];
  for (let count = Math.min(COUNTRY_WORDS, last.length); count > 0; count -= 1) {
    if (!COUNTRIES.has(plain(last.slice(-count)))) continue;
    removeLast(parts, count);
    return;
  }
}

function takeZip(parts: string[][]): string | null {
  const [, zip] = ZIP.exec(parts.at(-1)?.at(-1) ?? '') ?? [];
  if (zip === undefined) return null;
  removeLast(parts, 1);
  return zip;
}

type State = { code: string; isPlain: boolean; name: string | null };

/** The state at the end: its name, or its two letters. `isPlain`: no word that means something else, as "me" and "in" do. */
function takeState(parts: string[][]): State | null {
  const last = parts.at(-1) ?? [];
  for (let count = Math.min(STATE_WORDS, last.length); count > 0; count -= 1) {
    const words = last.slice(-count);
    const name = plain(words);
    const code = Object.hasOwn(STATES, name) ? STATES[name] : undefined;
    const letters = plain(words).replaceAll(' ', '').toUpperCase();
    if (code === undefined && !CODES.has(letters)) continue;
    removeLast(parts, count);
    const isPlain = code !== undefined || words.join('').replaceAll('.', '') === letters;
    return { code: code ?? letters, isPlain, name: code === undefined ? null : words.join(' ') };
  }
  return null;
}

/** How many words at the beginning of a part name a place inside a building: "Apt 4", "#12", "2nd Floor". */
function insideWords([first = '', second = '']: readonly string[]): number {
  const word = plain([first]);
  if (first.startsWith('#')) return first === '#' ? 2 : 1;
  if (UNITS.has(word) && second !== '' && (hasDigit(second) || second.length <= 2)) return 2;
  if (/^\d+(?:st|nd|rd|th)$/.test(word) && /^(?:floor|fl)\.?$/i.test(second)) return 2;
  return 0;
}

/** Removes what stands between the town and the state: units, and counties. */
function withoutInside(parts: string[][]): void {
  for (;;) {
    const last = parts.at(-1) ?? [];
    const inside = Math.min(insideWords(last), last.length);
    const isOnlyInside = inside === last.length || (last.length === 1 && PLACES_INSIDE.has(plain(last)));
    const isCounty = last.length > 1 && plain(last.slice(-1)) === 'county';
    if (parts.length > 1 && (isOnlyInside || isCounty)) parts.pop();
    else {
      last.splice(0, inside);
      return;
    }
  }
}

/**
 * Reads an address as people write it: with a comma before the state or without, ZIP+4, in any case, with lines instead of
 * commas, a unit before or behind the town, and a country.
 */
export function readAddress(address: string): ReadAddress {
  const parts = partsOf(address);
  takeCountry(parts);
  const zip = takeZip(parts);
  takeCountry(parts);
  const state = takeState(parts);
  withoutInside(parts);
  const words = parts.at(-1) ?? [];
  const isStreet = words.length > 1 && STREETS.has(plain(words.slice(-1)));
  const town = isStreet ? null : townName(words.join(' '));
  const hasStreet = parts.length > 1;
  return {
    town,
    isSure: town !== null && town.length > 2 && hasStreet && (zip !== null || (state?.isPlain ?? false)),
    state: state?.code ?? null,
    zip,
    tail: words.slice(words.findLastIndex(hasDigit) + 1),
    stateTown: zip === null && state?.name ? townName(state.name) : null,
  };
}

/** The longest end of some words that is a town of the state. */
function townAtEnd(words: readonly string[], state: string, places: Places): string | null {
  for (let from = Math.max(0, words.length - 4); from < words.length; from += 1) {
    const name = townName(words.slice(from).join(' '));
    if (name !== null && places.isTown(name, state)) return name;
  }
  return null;
}

/** The town of an address of which it isn't sure; null when it names none. */
export function chooseTown({ town, state, zip, tail, stateTown }: ReadAddress, places: Places): string | null {
  if (town !== null && places.isTown(town, state)) return town;
  const ofZip = zip === null ? null : places.townOfZip(zip);
  if (ofZip !== null) return ofZip;
  const atEnd = state === null ? null : townAtEnd(tail, state, places);
  if (atEnd !== null) return atEnd;
  return stateTown !== null && places.isTown(stateTown, null) ? stateTown : null;
}
