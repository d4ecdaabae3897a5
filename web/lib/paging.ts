import { numberText } from '#contract/texts/report-texts.ts';
import { PAGED_MAX } from '#contract/words/limits.ts';

/** The last page that the server has of a list, however many rows follow. */
const lastPageOf = (size: number) => Math.floor(PAGED_MAX / size);

/** How many pages a list has, at least one: as far as the server has pages. */
export const pagesOf = (rows: number, size: number): number =>
  Math.max(1, Math.min(Math.ceil(rows / size), lastPageOf(size)));

export type PageOf = {
  /** The page that was asked for, which may be past the end. */
  page: number;
  /** The rows of the whole list, and of one page. */
  rows: number;
  size: number;
  /** Whether the list has more rows than are counted, as a search may. */
  isMore?: boolean | undefined;
};

/** Whether a list has rows beyond its last page. */
export const hasUnpaged = (rows: number, size: number): boolean => rows > lastPageOf(size) * size;

/** Reads the page of a list from the address. Values that are not valid count as the first page. */
export function pageIn(params: URLSearchParams, size: number): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 0 && page <= lastPageOf(size) ? page : 1;
}

/** Which rows of the whole list a page has, as a sheet of paper says it. */
export function rangeText(shown: number, { page, size, rows, isMore }: PageOf): string {
  const before = (page - 1) * size;
  return `${numberText(before + 1)} to ${numberText(before + shown)} of ${numberText(rows)}${isMore ? '+' : ''}`;
}

/** Which page of the whole list the rows are, and how many rows match; more than that when `more_match`, as for a search. */
export type ListPage = { page: number; limit: number; matched: number; more_match: boolean };

/** The place of a row of the page in the whole list. */
export const placeText = (index: number, { page, limit, matched, more_match: isMore }: ListPage) =>
  `${numberText((page - 1) * limit + index + 1)} of ${numberText(matched)}${isMore ? '+' : ''}`;
