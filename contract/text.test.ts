import { expect, it } from 'vitest';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';

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
