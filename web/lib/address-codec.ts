import type { z } from 'zod';
import { firstOf } from '#contract/words/limits.ts';
import { pageIn } from './paging.ts';

/** The fields of a query, as the contract declares them: `endpoint.query.shape`. */
type Field = z.ZodType<unknown, string | undefined>;
type Shape = Readonly<Record<string, Field>>;
type Paging = 'page' | 'limit';

/** What a field holds: its text, or '' while it is not set; a field with a default holds that instead. */
type Held<S extends Field> = Exclude<z.input<S>, undefined> | (S extends z.ZodDefault ? never : '');

/** The state of a list that its address holds. */
export type FiltersOf<S extends Shape> = { [K in Exclude<keyof S, Paging>]: Held<S[K]> } & ('page' extends keyof S
  ? { page: number }
  : unknown);

type QueryOf<S extends Shape> = { [K in keyof S]?: z.input<S[K]> };

/** Returns the text if the field takes it, '' if not. A text that is too long is cut. */
function textIn(field: Field, text: string): string {
  const { success, error } = field.safeParse(text);
  if (success) return text;
  const tooLong = error.issues.find((issue) => issue.code === 'too_big' && issue.origin === 'string');
  const cut = tooLong?.code === 'too_big' ? firstOf(text, Number(tooLong.maximum)) : '';
  return cut === text ? '' : textIn(field, cut);
}

/**
 * Reads and writes a list's filters in the address, and makes the query of its call. All of it follows from the query's schema in
 * the contract: a field that is added there is read, checked, written and sent.
 * @param shape the fields of the query
 * @param size how many rows a page has; only for a query with pages
 */
export function addressCodec<S extends Shape>(shape: S, ...[size]: 'page' extends keyof S ? [size: number] : []) {
  type Filters = FiltersOf<S>;
  const fields = Object.entries(shape).filter(([key]) => key !== 'page' && key !== 'limit');
  /** Nothing is set. */
  const none = Object.fromEntries([
    ...fields.map(([key, field]) => [key, field.safeParse(undefined).data ?? '']),
    ...(size === undefined ? [] : [['page', 1]]),
  ]) as Filters;
  const keys = Object.keys(none) as (keyof Filters & string)[];
  const setIn = (filters: Filters) =>
    keys.filter((key) => filters[key] !== none[key]).map((key) => [key, String(filters[key])] as const);

  return {
    none,
    /** Reads the filters from the address. Values that are not valid count as not set. */
    read: (params: URLSearchParams): Filters => {
      const filters: Record<string, string | number> = { ...none };
      for (const [key, field] of fields) {
        const text = textIn(field, params.get(key) ?? '');
        if (text !== '') filters[key] = text;
      }
      if (size !== undefined) filters.page = pageIn(params, size);
      return filters as Filters;
    },
    /** Writes the filters as a query of the address, without those that are not set. */
    write: (filters: Filters): URLSearchParams => new URLSearchParams(setIn(filters).map(([key, text]) => [key, text])),
    /**
     * How many filters are set. The page is none.
     * @param besides fields that do not count
     */
    countSet: (filters: Filters, besides: readonly (keyof Filters & string)[] = []): number =>
      setIn(filters).filter(([key]) => key !== 'page' && !besides.includes(key)).length,
    /** The filters as the query of the call, with the page. */
    query: (filters: Filters): QueryOf<S> =>
      Object.fromEntries([
        ...setIn(filters)
          .map(([key, text]) => [key, text.trim()] as const)
          .filter(([key, text]) => key !== 'page' && text !== ''),
        ...(size === undefined
          ? []
          : [
              ['page', String((filters as { page?: number }).page ?? 1)],
              ['limit', String(size)],
            ]),
      ]) as QueryOf<S>,
  };
}
