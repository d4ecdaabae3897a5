import { expect, it } from 'vitest';
import { z } from 'zod';
import { optionalText, paging, pathId } from '#contract/text.ts';
import { addressCodec } from './address-codec.ts';

const { read, write, none, query, countSet } = addressCodec(
  {
    search: optionalText(10),
    status: z.enum(['open', 'done']).optional(),
    person: pathId.optional(),
    sort: z.enum(['newest', 'oldest']).default('newest'),
    ...paging,
  },
  50,
);
const readText = (text: string) => read(new URLSearchParams(text));

it('holds nothing but defaults when nothing is set', () => {
  expect(none).toEqual({ search: '', status: '', person: '', sort: 'newest', page: 1 });
  expect(readText('')).toEqual(none);
  expect(write(none).toString()).toBe('');
  expect(query(none)).toEqual({ page: '1', limit: '50' });
});

it('writes what is set, and reads it back', () => {
  const filters = {
    search: ' pole & lamp'.slice(0, 10),
    status: 'done',
    person: '7',
    sort: 'oldest',
    page: 3,
  } as const;
  expect(write(filters).toString()).toBe('search=+pole+%26+la&status=done&person=7&sort=oldest&page=3');
  expect(read(write(filters))).toEqual(filters);
  expect(query(filters)).toEqual({
    search: 'pole & la',
    status: 'done',
    person: '7',
    sort: 'oldest',
    page: '3',
    limit: '50',
  });
});

it('counts what is not valid as not set, and cuts a text that is too long', () => {
  expect(readText('status=lost&person=-1&sort=up&page=1.5&limit=9&other=1')).toEqual(none);
  expect(readText('page=201')).toEqual(none);
  expect(readText('person=2147483648').person).toBe('');
  expect(readText('search=0123456789abc').search).toBe('0123456789');
});

it('sends no search that is blank', () => {
  expect(query({ ...none, search: '  ' })).toEqual({ page: '1', limit: '50' });
});

it('counts the filters that are set; the page is none', () => {
  expect(countSet({ ...none, search: 'lamp', status: 'open', page: 4 })).toBe(2);
  expect(countSet({ ...none, search: 'lamp', sort: 'oldest' }, ['search', 'sort'])).toBe(0);
});
