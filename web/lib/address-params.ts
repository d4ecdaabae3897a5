import { textLimits } from '#contract/words/limits.ts';

/** Reads a list's search from the address, at most as long as the contract allows. */
export const searchIn = (params: URLSearchParams): string => params.get('search')?.slice(0, textLimits.search) ?? '';

/** Writes filters as a query, without those that are not set and without the first page. */
export const paramsWith = (filters: Readonly<Record<string, string | number>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(filters)
      .filter(([key, value]) => value !== '' && !(key === 'page' && value === 1))
      .map(([key, value]) => [key, String(value)]),
  );
