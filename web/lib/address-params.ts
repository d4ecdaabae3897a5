import { textLimits } from '#contract/words/limits.ts';

/** Reads a list's search from the address, at most as long as the contract allows. */
export const searchIn = (params: URLSearchParams): string => params.get('search')?.slice(0, textLimits.search) ?? '';

/** Reads the page of a list from the address. Values that are not valid count as the first page. */
export function pageIn(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 0 && page < 10_000_000 ? page : 1;
}

/** Writes filters as a query, without those that are not set and without the first page. */
export const paramsWith = (filters: Readonly<Record<string, string | number>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(filters)
      .filter(([key, value]) => value !== '' && !(key === 'page' && value === 1))
      .map(([key, value]) => [key, String(value)]),
  );
