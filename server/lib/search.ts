import { searchedDigits, wordsOf } from '#contract/words/search.ts';
import { likeText } from './like.ts';

/** How PostgreSQL finds one word in a text: a pattern for LIKE, or a regular expression for `~`. */
export type WordPattern = { operator: 'like' | '~'; pattern: string };

/** A search as PostgreSQL answers it: the text has every word, or the telephone number ends with the digits. */
export type Search = { words: WordPattern[]; digits: string | undefined };

/** Whether an index of trigrams knows rows that may have this word: three letters in a row, or an end of a word beside a sign. */
const isIndexed = (word: string) =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(word);

const isSigns = (word: string) => !/[\p{L}\p{N}]/u.test(word);

/** A word of a text begins at its start and behind a sign: the index of trigrams counts words in the same way. */
const WORD_START = '(^|[\\n !-/:-@[-`{-~])';

const anywhere = (word: string): WordPattern => ({ operator: 'like', pattern: likeText(word) });
const atWordStart = (word: string): WordPattern => ({
  operator: '~',
  pattern: WORD_START + word.replace(/[.*+?()[\]{}|^$\\]/g, '\\$&'),
});

/**
 * Reads what somebody typed into a search. A word may stand anywhere, also inside another one. Where no word is long enough for
 * the index of trigrams, one or two letters are the beginning of a word, which that index knows.
 */
export function readSearch(search: string): Search {
  const words = wordsOf(search);
  const isLongEnough = words.some(isIndexed);
  return {
    words: words.map((word) => (isLongEnough || isSigns(word) ? anywhere(word) : atWordStart(word))),
    digits: searchedDigits(search),
  };
}
