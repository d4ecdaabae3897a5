import { describe, expect, it } from 'vitest';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { requiredText } from './text.ts';

const endpoints = Object.values(api).flatMap((group) => Object.values<Endpoint>(group));
const takes = ({ query }: Endpoint, page: object) => query?.safeParse(page).success;
const paged = endpoints.filter(({ query }) => Object.hasOwn(Object(query?.safeParse({}).data), 'page'));

it('every call with pages is found', () => {
  expect(paged.map(({ path }) => path).sort()).toEqual([
    '/contact',
    '/customers',
    '/mail/log',
    '/notifications',
    '/reports/monitor',
    '/requests',
  ]);
});

it.each(paged)('$path has pages of its first 10,000 rows only, and says so', (endpoint) => {
  expect(takes(endpoint, { page: '200', limit: '50' })).toBe(true);
  expect(takes(endpoint, { page: '10000', limit: '1' })).toBe(true);
  expect(endpoint.query?.safeParse({ page: '201', limit: '50' }).error?.issues).toMatchObject([
    { path: ['page'], message: 'Only the first 10,000 rows have pages. Please filter the list.' },
  ]);
});

describe('a required text', () => {
  const parse = (text: unknown) => requiredText('Name is required', 20).safeParse(text);

  it.each([
    ['nothing', ''],
    ['spaces, tabs and line breaks', ' \t\r\n\u00a0\u2003\u3000'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['soft hyphens', '\u00ad\u00ad'],
    ['direction marks', '\u200e\u200f\u202e\u2066\u2069'],
    ['control characters', '\u0007\u001b'],
    ['combining marks', '\u0301\u0308'],
    ['variation selectors', '\ufe0f\u{e0100}'],
    ['a grapheme joiner', '\u034f'],
    ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
    ['a blank Braille cell', '\u2800'],
    ['tags', '\u{e0041}\u{e007f}'],
    ['characters that nobody has assigned a sign', '\u{e123}\u{10fffd}'],
    ['several kinds of them', ' \u00ad\u200b\u3164\u0301 '],
  ])('is missing when it is %s', (_, text) => {
    expect(parse(text).error?.issues.map(({ message }) => message)).toEqual(['Name is required']);
  });

  it.each([
    ['O', 'O'],
    ['  Dana  ', 'Dana'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['q\u0301', 'q\u0301'],
    ['李', '李'],
    ['김', '김'],
    ['ש', 'ש'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['💡', '💡'],
    ['👩\u200d🔧', '👩\u200d🔧'],
    ['❤\ufe0f', '❤\ufe0f'],
    ['1\ufe0f\u20e3', '1\ufe0f\u20e3'],
    ['?', '?'],
    ['co\u00adoperate', 'co\u00adoperate'],
  ])('may be %j, and is kept as %j', (text, kept) => expect(parse(text).data).toBe(kept));
});
