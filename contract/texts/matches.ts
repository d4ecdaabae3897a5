import { hasWords } from '../words/search.ts';
import { findTrackingId } from '../words/tracking-id.ts';
import { hasNumber, searchedDigits } from './phones.ts';

/**
 * Whether texts have all words of a search, or a telephone number ends with its digits. A tracking ID is found in any spelling that
 * Track reads.
 */
export function matchesSearch(texts: readonly string[], phone: string, search: string): boolean {
  const digits = searchedDigits(search);
  const id = findTrackingId(search);
  return (
    hasWords([...texts, phone].join('\n'), search) ||
    (digits !== undefined && hasNumber(phone, digits)) ||
    (id !== null && texts.includes(id))
  );
}
