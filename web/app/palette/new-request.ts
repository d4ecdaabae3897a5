import { searchedDigits } from '#contract/texts/phones.ts';
import { paths } from '#contract/words/paths.ts';
import { hasWords } from '#contract/words/search.ts';

/** The fewest digits of a whole phone number: seven without an area code. */
const PHONE_DIGITS = 7;
const LABEL = 'New request';

/**
 * What the palette offers for a new request.
 * @param typed what is searched
 * @param isFound whether something is found, or still searched: only then it is not known to be a new caller
 * @returns the address of the form and what it is called, with the number of an unknown caller; null for other words
 */
export function newRequestFor(typed: string, isFound: boolean): { to: string; label: string } | null {
  const text = typed.trim();
  const digits = searchedDigits(text);
  if (digits && digits.length >= PHONE_DIGITS && !isFound) {
    return { to: `${paths.request()}?${new URLSearchParams({ phone: text })}`, label: `New request from ${text}` };
  }
  // It is the first result, so that a word of it alone must not stand before the customer whose name begins so.
  const isCalled = text === '' || (text.length >= 'new r'.length && hasWords(LABEL, text));
  return isCalled ? { to: paths.request(), label: LABEL } : null;
}
