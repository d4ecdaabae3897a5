import { expect, it } from 'vitest';
import { isReachable } from '#contract/text.ts';
import { PAGED_MAX } from '#contract/words/limits.ts';
import { hasUnpaged, pageIn, pagesOf, placeText, rangeText } from './paging.ts';

it.each([
  [0, 50, 1],
  [50, 50, 1],
  [51, 50, 2],
  [PAGED_MAX, 50, 200],
  [1_000_000, 50, 200],
  [1_000_000, 12, 833],
])('a list of %i rows, %i on a page, has %i pages', (rows, size, pages) => {
  expect(pagesOf(rows, size)).toBe(pages);
});

it.each([10, 12, 20, 25, 50, 100, 200])('the last page of %i rows is as deep as the server goes', (limit) => {
  const page = pagesOf(1_000_000, limit);
  expect([isReachable({ page, limit }), isReachable({ page: page + 1, limit })]).toEqual([true, false]);
  expect([hasUnpaged(page * limit, limit), hasUnpaged(page * limit + 1, limit)]).toEqual([false, true]);
});

it.each([
  ['', 1],
  ['page=3', 3],
  ['page=200', 200],
  ['page=201', 1],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=1.5', 1],
  ['page=x', 1],
])('the page of the address "?%s" is %i', (address, page) => {
  expect(pageIn(new URLSearchParams(address), 50)).toBe(page);
});

it('the place of a row counts the pages before it, and says when more match than are counted', () => {
  const page = { page: 1, limit: 50, matched: 601, more_match: false };
  expect(placeText(0, page)).toBe('1 of 601');
  expect(placeText(49, { ...page, page: 12 })).toBe('600 of 601');
  expect(placeText(0, { ...page, page: 21, matched: 1000, more_match: true })).toBe('1,001 of 1,000+');
});

it('the rows of a page on paper are counted over the pages before it', () => {
  const pages = { page: 1, size: 100, rows: 602 };
  expect(rangeText(100, pages)).toBe('1 to 100 of 602');
  expect(rangeText(2, { ...pages, page: 7 })).toBe('601 to 602 of 602');
  expect(rangeText(100, { ...pages, page: 11, rows: 1200, isMore: true })).toBe('1,001 to 1,100 of 1,200+');
});
