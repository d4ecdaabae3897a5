import { searchedDigits, wordsOf } from '#contract/words/search.ts';
import { likeStart, likeText } from './like.ts';

/** A search as PostgreSQL answers it: the text fits one of the patterns of every word, or the number ends with the digits. */
export type Search = { words: string[][]; digits: string | undefined };

/** Whether an index of trigrams knows rows that may have this word: three letters in a row, or an end of a word beside a sign. */
const isIndexed = (word: string) =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(word);

const isSigns = (word: string) => !/[\p{L}\p{N}]/u.test(word);

/**
 * Reads what somebody typed into a search. A word may stand anywhere, also inside another one. Where no word is long enough for
 * the index of trigrams, a word of one or two letters is the beginning of another word, which that index knows.
 */
export function readSearch(search: string): Search {
  const words = wordsOf(search);
  const isLongEnough = words.some(isIndexed);
  return {
    words: words.map((word) => (isLongEnough || isSigns(word) ? [likeText(word)] : likeStart(word))),
    digits: searchedDigits(search),
  };
}
