import { hasNumber, searchedDigits } from '#contract/texts/phones.ts';
import type { CustomerWithHistory } from '#web/features/customers/customers.view.ts';

/** The most customers who share a number and are shown as the caller. Among more, the user looks on. */
const CALLERS_MAX = 2;
const REQUESTS_SHOWN = 5;

/** A page of customers, and how many a search found. */
type Found = { customers: CustomerWithHistory[]; matched: number };

/**
 * Who seems to be on the telephone: the customers whose number ends with what is searched, or the only customer who is found.
 * Each has their newest requests only.
 */
export function callersOf(search: string, { customers, matched }: Found): CustomerWithHistory[] {
  const digits = searchedDigits(search);
  const called = digits ? customers.filter(({ phone }) => hasNumber(phone, digits)) : [];
  const callers = called.length ? called : customers;
  if (matched > customers.length || callers.length > (called.length ? CALLERS_MAX : 1)) return [];
  return callers.map((caller) => ({ ...caller, requests: caller.requests.slice(0, REQUESTS_SHOWN) }));
}
