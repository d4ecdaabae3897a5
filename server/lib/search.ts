import { searchedDigits } from '#contract/texts/phones.ts';
import { foldText, wordsOf } from '#contract/words/search.ts';

/**
 * How PostgreSQL finds one word in a text: a pattern for LIKE, or a regular expression for `~` that stands behind `WORD_START`.
 * @property whole the word, where the pattern also finds texts that have only its parts
 * @property alone letters that every text has as a word of their own, where an index of trigrams finds few of the pattern's
 */
export type WordPattern = { operator: 'like' | '~'; pattern: string; whole?: string; alone?: string };

/** A search as PostgreSQL answers it: the folded text has every word, or the telephone number ends with the digits. */
export type Search = { words: WordPattern[]; digits: string | undefined };

/** A folded search term as a pattern for LIKE that finds it anywhere; % and _ are letters of the search, not wildcards. */
export const likeText = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether an apostrophe stands behind a letter, as in o'neill. */
const hasApostrophe = (word: string) => /[\p{L}\p{N}]'/u.test(word);

/**
 * Whether an index of trigrams knows rows that may have this word: three letters in a row, or an end of a word beside a sign. An
 * apostrophe is no such sign: too many words begin with the letter behind it.
 */
const isIndexed = (word: string) =>
  /[\p{L}\p{N}]{3}/u.test(word) ||
  (!hasApostrophe(word) && /[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(word));

const isSigns = (word: string) => !/[\p{L}\p{N}]/u.test(word);

/** A word of a text begins at its start and behind a sign: the index of trigrams counts words in the same way. */
export const WORD_START = '(^|[\\n !-/:-@[-`{-~])';

/** Letters of a long word, by three; the rest belongs to the last. */
const inParts = (pattern: string) =>
  pattern.replace(/[a-z0-9]{6,}/g, (letters) => letters.replace(/.{3}(?=.{3})/g, '$&%'));

/**
 * A word anywhere in a text. The index of trigrams meets a list of rows for each three letters in a row, and the lists of common
 * ones grow with the table. A long word therefore names each of its letters once: few lists, and as few rows.
 */
function anywhere(word: string): WordPattern {
  const whole = likeText(word);
  const pattern = hasApostrophe(word) ? whole : inParts(whole);
  return { operator: 'like', pattern, ...(pattern === whole ? {} : { whole: word }) };
}
function atWordStart(word: string): WordPattern {
  const escaped = word.replace(/[.*+?()[\]{}|^$\\]/g, '\\$&');
  // The letters before the first apostrophe of a word that begins with them: o of o'neill.
  const alone = /^[\p{L}\p{N}]+(?=')/u.exec(word)?.[0];
  return {
    operator: '~',
    pattern: escaped,
    ...(alone === undefined ? {} : { alone }),
  };
}

/**
 * Reads what somebody typed into a search. A word may stand anywhere, also inside another one. Where no word is long enough for
 * the index of trigrams, one or two letters are the beginning of a word, which that index knows, as are O'B and O'Br on the way to
 * O'Brien.
 */
export function readSearch(search: string): Search {
  const words = wordsOf(foldText(search));
  const isLongEnough = words.some(isIndexed);
  return {
    words: words.map((word) => (isLongEnough || isSigns(word) ? anywhere(word) : atWordStart(word))),
    digits: searchedDigits(search),
  };
}
