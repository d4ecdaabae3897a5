import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newPassword } from './account.ts';
import { api } from './api.ts';
import { submitContactBody } from './contact.ts';
import type { Endpoint } from './endpoint.ts';
import { requiredText } from './text.ts';

const endpoints = Object.values(api).flatMap((group) => Object.values<Endpoint>(group));
const takes = ({ query }: Endpoint, page: object) => query?.safeParse(page).success;
const paged = endpoints.filter(({ query }) => Object.hasOwn(Object(query?.safeParse({}).data), 'page'));

it('every call with pages is found', () => {
  expect(paged.map(({ path }) => path).sort()).toEqual([
    '/contact',
    '/customers',
    '/held-requests',
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

describe('the length of a text', () => {
  const isAccepted = (text: string) => requiredText('Title is required', 10).safeParse(text).success;

  it.each([
    ['letters', 'a'],
    ['decomposed letters', 'e\u0301'],
    ['letters with three marks', '\u1f82'.normalize('NFD')],
    ['decomposed Hangul', '\u1112\u1161\u11ab'],
    ['emoji', '💡'],
    ['rare ideographs', '𠮷'],
  ])('is ten for ten %s', (_, sign) => {
    expect([isAccepted(sign.repeat(10)), isAccepted(sign.repeat(11))]).toEqual([true, false]);
  });

  it.each([
    ['a letter that stays decomposed', '\ufb2c', 3],
    ['an emoji of several signs', '👩\u200d🔧', 3],
  ])('counts each sign of %s', (_, sign, signs) => {
    const most = Math.floor(10 / signs);
    expect([isAccepted(sign.repeat(most)), isAccepted(sign.repeat(most + 1))]).toEqual([true, false]);
  });

  it('counts spaces at the ends, as the form does', () => expect(isAccepted(` ${'a'.repeat(10)}`)).toBe(false));

  it('has the same limit when the text is sent again', () => {
    const text = requiredText('Title is required', 150);
    for (const typed of ['\ufb2c'.repeat(50), 'e\u0301'.repeat(150), '💡'.repeat(150)]) {
      const stored = text.parse(typed);
      expect(text.parse(stored)).toBe(stored);
    }
    expect(text.safeParse('\ufb2c'.repeat(150)).success).toBe(false);
  });

  it('is counted alike for a least length', () => {
    const body = { email: 'dana@whitfield.example', message: 'x'.repeat(10) };
    expect(submitContactBody.safeParse({ ...body, name: '💡' }).success).toBe(false);
    expect(submitContactBody.safeParse({ ...body, name: '💡💡' }).success).toBe(true);
    expect(newPassword.safeParse('💡💡💡').success).toBe(false);
  });

  it('is documented', () => {
    expect(z.toJSONSchema(requiredText('Title is required', 10))).toMatchObject({ maxLength: 10 });
  });
});

it('every limited text of a body counts in characters', () => {
  const bodies = endpoints.flatMap(({ method, path, body }) =>
    body instanceof z.ZodObject
      ? Object.entries(body.shape).map(([name, field]) => [`${method} ${path} ${name}`, field as z.ZodType] as const)
      : [],
  );
  const byUnits = bodies.filter(([, field]) => {
    const { maxLength } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as { maxLength?: number };
    return (
      maxLength !== undefined &&
      field.safeParse('💡'.repeat(maxLength)).error?.issues[0]?.message === `Must be at most ${maxLength} characters`
    );
  });
  expect(byUnits.map(([name]) => name)).toEqual([]);
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
