/** The maximum number of conditions of a search. The last one is the rest of the text as a phrase. */
const WORDS_MAX = 8;
/** Fewer digits would match the end of too many numbers. */
const PHONE_DIGITS_MIN = 4;

/** The words of a search, in order. A match has all of them, anywhere. */
export function wordsOf(search: string): string[] {
  const words = [...search.matchAll(/\S+/g)];
  const last = words[WORDS_MAX - 1];
  const texts = words.slice(0, WORDS_MAX).map(([word]) => word);
  return last ? [...texts.slice(0, -1), search.slice(last.index).trimEnd()] : texts;
}

/**
 * The digits of a telephone number in any notation, without the country code 1. A letter, `#`, `,` or `;` after the
 * first digit starts an extension or a remark. The database function of the same name follows the same rule.
 */
export const phoneDigits = (phone: string): string =>
  (/^[^0-9]*([^A-Za-z#,;]*)/.exec(phone)?.[1] ?? '').replace(/[^0-9]/g, '').replace(/^1(?=[0-9]{10}$)/, '');

/** The final digits of the number in a search; undefined when the search does not look like a number. */
export function searchedDigits(search: string): string | undefined {
  if (!/^[0-9\s+()./\p{Pd}]+$/u.test(search)) return undefined;
  const digits = phoneDigits(search);
  return digits.length < PHONE_DIGITS_MIN ? undefined : digits;
}

/** A telephone writes O’Neill by itself, and an office types O'Neill. */
const folded = (text: string) => text.replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'").toLowerCase();

/** Whether texts have all words of a search, without case and with any apostrophe, or the telephone number ends with its digits. */
export function matchesSearch(texts: readonly string[], phone: string, search: string): boolean {
  const text = folded([...texts, phone].join('\n'));
  const digits = searchedDigits(search);
  return (
    wordsOf(folded(search)).every((word) => text.includes(word)) ||
    (digits !== undefined && phoneDigits(phone).endsWith(digits))
  );
}
