import { APOSTROPHE, phoneDigits, searchedDigits, wordsOf } from '#contract/words/search.ts';

const folded = (text: string) => text.replaceAll(APOSTROPHE, "'").toLowerCase();

/**
 * Whether texts have all words of a search, without case and with any apostrophe, or the telephone number ends with its digits: as
 * the server searches its lists.
 */
export function isFound(texts: readonly string[], phone: string, search: string): boolean {
  const text = folded([...texts, phone].join('\n'));
  const digits = searchedDigits(search);
  return (
    wordsOf(folded(search)).every((word) => text.includes(word)) ||
    (digits !== undefined && phoneDigits(phone).endsWith(digits))
  );
}
