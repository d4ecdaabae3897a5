import { searchedDigits, wordsOf } from '#contract/words/search.ts';
import { APOSTROPHES, beforeApostrophe, hasApostrophe, likeText, withApostrophes } from './like.ts';

/**
 * How PostgreSQL finds one word in a text: a pattern for LIKE, or a regular expression for `~`.
 * @property whole the word, where the pattern also finds texts that have only its parts
 * @property alone letters that every text has as a word of their own, where an index of trigrams finds few of the pattern's
 */
export type WordPattern = { operator: 'like' | '~'; pattern: string; whole?: string; alone?: string };

/** A search as PostgreSQL answers it: the text has every word, or the telephone number ends with the digits. */
export type Search = { words: WordPattern[]; digits: string | undefined };

/**
 * Whether an index of trigrams knows rows that may have this word: three letters in a row, or an end of a word beside a sign. An
 * apostrophe is no such sign, because it stands for others.
 */
const isIndexed = (word: string) =>
  /[\p{L}\p{N}]{3}/u.test(word) ||
  (!hasApostrophe(word) && /[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(word));

const isSigns = (word: string) => !/[\p{L}\p{N}]/u.test(word);

/** A word of a text begins at its start and behind a sign: the index of trigrams counts words in the same way. */
const WORD_START = '(^|[\\n !-/:-@[-`{-~])';

/** Letters of a long word, by three; the rest belongs to the last. Only ASCII: the lower case of others may depend on what follows. */
const inParts = (pattern: string) =>
  pattern.replace(/[a-z0-9]{6,}/gi, (letters) => letters.replace(/.{3}(?=.{3})/g, '$&%'));

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
  const alone = beforeApostrophe(word);
  return {
    operator: '~',
    pattern: WORD_START + withApostrophes(escaped, APOSTROPHES),
    ...(alone === undefined ? {} : { alone }),
  };
}

/**
 * Reads what somebody typed into a search. A word may stand anywhere, also inside another one. Where no word is long enough for
 * the index of trigrams, one or two letters are the beginning of a word, which that index knows, as are O'B and O'Br on the way to
 * O'Brien.
 */
export function readSearch(search: string): Search {
  const words = wordsOf(search);
  const isLongEnough = words.some(isIndexed);
  return {
    words: words.map((word) => (isLongEnough || isSigns(word) ? anywhere(word) : atWordStart(word))),
    digits: searchedDigits(search),
  };
}
