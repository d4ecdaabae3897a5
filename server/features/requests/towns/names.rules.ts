import { textLimits } from '#contract/words/limits.ts';
import { foldText } from '#contract/words/search.ts';

const NAME = /^[\p{L}\p{M}][\p{L}\p{M}.' -]*$/u;

/** What people enter when they have no town. */
const NO_NAMES = new Set('no town|none|unknown|same|same as above|tbd|tba|na|n a|apo|fpo|dpo'.split('|'));

/** Words that people shorten, before the last word of a name. */
const BEFORE: Record<string, string> = { saint: 'st', sainte: 'ste', ft: 'fort', mt: 'mount', lk: 'lake' };
const DIRECTIONS: Record<string, string> = { n: 'north', s: 'south', e: 'east', w: 'west' };
/** The same for the last word, as the Postal Service shortens it. */
const LAST: Record<string, string> = {
  bch: 'beach',
  hts: 'heights',
  spg: 'spring',
  spgs: 'springs',
  jct: 'junction',
  twp: 'township',
  vlg: 'village',
};

/** Names that no rule writes: a capital inside a word, or hyphens, which people leave out. The keys are without dots, hyphens and apostrophes. */
const STYLED: Record<string, string> = {
  'blairsden graeagle': 'Blairsden-Graeagle',
  'coeur d alene': "Coeur d'Alene",
  'croton on hudson': 'Croton-on-Hudson',
  'de bary': 'DeBary',
  debary: 'DeBary',
  'de land': 'DeLand',
  deland: 'DeLand',
  'dover foxcroft': 'Dover-Foxcroft',
  'fuquay varina': 'Fuquay-Varina',
  'hastings on hudson': 'Hastings-on-Hudson',
  'land o lakes': "Land O' Lakes",
  'lauderdale by the sea': 'Lauderdale-by-the-Sea',
  'manchester by the sea': 'Manchester-by-the-Sea',
  'melcher dallas': 'Melcher-Dallas',
  'wilkes barre': 'Wilkes-Barre',
  'winston salem': 'Winston-Salem',
};

/** Words in the middle of a name that stay small. */
const SMALL = new Set(['and', 'at', 'by', 'in', 'of', 'on', 'the', 'upon']);
/** In the folded spelling these begin with a capital and have a second one: McAllen. */
const MC_MIN = 4;

const capital = (word: string) => {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('');
};

function shownWord(word: string, place: number, count: number): string {
  const isLast = place === count - 1;
  if ((word === 'st' || word === 'ste') && !isLast) return `${capital(word)}.`;
  if (word.startsWith('mc') && word.length >= MC_MIN) return `Mc${capital(word.slice(2))}`;
  return place > 0 && !isLast && SMALL.has(word) ? word : capital(word);
}

function shownName(words: readonly string[]): string {
  const [first, second, ...rest] = words;
  // "O'Fallon", which the Postal Service writes "O Fallon".
  if (first === 'o' && second) return [`O'${capital(second)}`, ...rest.map(capital)].join(' ');
  return words.map((word, place) => shownWord(word, place, words.length)).join(' ');
}

/**
 * The one spelling of a town's name, whatever its case, accents, dots, hyphens and usual abbreviations: `SANFORD` is Sanford,
 * `Saint Cloud` is St. Cloud, `Ft Myers` is Fort Myers. The spelling of a spelling is itself.
 * @returns null when a text can't be the name of a town, such as one with a digit
 */
export function townName(text: string): string | null {
  const folded = foldText(text).trim();
  if (folded.length > textLimits.town || !NAME.test(folded)) return null;
  const plain = folded.replaceAll("'s ", 's ').replace(/'s$/, 's').replace(/[.'-]/g, ' ');
  const written = plain.split(' ').filter(Boolean);
  const words: string[] = [];
  for (const [place, word] of written.entries()) {
    const isLast = place === written.length - 1;
    const full = isLast ? LAST[word] : (BEFORE[word] ?? (place === 0 ? DIRECTIONS[word] : undefined));
    // "Mc Alisterville" is McAlisterville.
    if (words.at(-1) === 'mc') words[words.length - 1] = `mc${word}`;
    else words.push(full ?? word);
  }
  const key = words.join(' ');
  if (key.length < 2 || NO_NAMES.has(key)) return null;
  const shown = (Object.hasOwn(STYLED, key) && STYLED[key]) || shownName(words);
  return shown.length > textLimits.town ? null : shown;
}
