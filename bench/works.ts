import { BULK_ADMIN } from './fill.ts';
import type { Load } from './measure.ts';
import { places } from './words.ts';

/** A product on a filled folder, with its ceilings beside it. */
export type Site = {
  origin: string;
  /** The address of the ceilings (bare.ts). */
  bare: string;
  token: string;
  password: string;
  requests: readonly { id: number; external_id: string }[];
};

/** What is measured, and its ceiling: the least that a program does for the same answer. */
export type Work = {
  name: string;
  title: string;
  /** What the ceiling does. */
  ceiling: 'minimal SQL' | 'same SQL' | 'argon2 alone' | 'a constant';
  ours: (site: Site) => Load;
  bare: (site: Site) => Load;
  /** Reads keep their rate on a large history. */
  isRead: boolean;
  /** The share of the ceiling's rate that we want, in percent. */
  target?: number;
  /** The most that the slowest percent of answers may take, in ms. */
  p99Target?: number;
  /** A number of connections of its own. */
  connections?: number;
};

const JSON_BODY = { 'content-type': 'application/json' };
const signedIn = ({ token }: Site) => ({ authorization: `Bearer ${token}` });
const encoded = (word: string) => encodeURIComponent(word);

/** The body of a customer's call that creates a request. */
export const submission = (nth: number) => ({
  customerName: 'Dana Whitfield',
  customerEmail: `customer-${nth}@bulk.example`,
  customerPhone: '(407) 555-0111',
  customerAddress: '88 Sample Street, Orlando, FL 32801',
  // Like the filled history, so that a search finds as many in what was created last.
  title: `Dark ${places[nth % places.length]}`,
  description: 'Four of nine poles have been out since Friday.',
  priority: 'medium',
});
const CUSTOMERS = 200;
const submissions = Array.from({ length: CUSTOMERS }, (_, nth) => ({ body: JSON.stringify(submission(nth + 1)) }));

/** A read of staff that every caller asks in the same way. */
const staffRead = (path: string, bare: string, ceiling: Work['ceiling']) => ({
  ceiling,
  isRead: true,
  ours: (site: Site) => ({ url: `${site.origin}/api${path}`, headers: signedIn(site) }),
  bare: (site: Site) => ({ url: `${site.bare}${bare}` }),
});
const search = (word: string) =>
  staffRead(`/requests?search=${encoded(word)}`, `/search?word=${encoded(word)}`, 'minimal SQL');

/** Reads first, because the others add rows. */
export const works: readonly Work[] = [
  {
    name: 'track',
    title: 'track by ID',
    ceiling: 'minimal SQL',
    isRead: true,
    target: 90,
    ours: ({ origin, requests }) => ({
      url: origin,
      requests: requests.map(({ external_id }) => ({ path: `/api/requests/track/${external_id}` })),
    }),
    bare: ({ bare, requests }) => ({
      url: bare,
      requests: requests.map(({ external_id }) => ({ path: `/track/${external_id}` })),
    }),
  },
  {
    name: 'list',
    title: 'newest 50 with a status',
    target: 75,
    ...staffRead('/requests?status=pending', '/list?status=pending', 'minimal SQL'),
  },
  { name: 'search-rare', title: 'search, rare word', target: 70, ...search('chandelier') },
  { name: 'search-common', title: 'search, common word', target: 45, ...search('stairwell') },
  { name: 'counts', title: 'dashboard counts', ...staffRead('/requests/stats/dashboard', '/same/counts', 'same SQL') },
  {
    name: 'request',
    title: 'one request',
    ceiling: 'same SQL',
    isRead: true,
    ours: (site) => ({
      url: site.origin,
      headers: signedIn(site),
      requests: site.requests.map(({ id }) => ({ path: `/api/requests/${id}` })),
    }),
    bare: ({ bare, requests }) => ({
      url: bare,
      requests: requests.map(({ id }) => ({ path: `/same/request?id=${id}` })),
    }),
  },
  {
    name: 'reports',
    title: 'reports, all time',
    p99Target: 300,
    ...staffRead('/reports', '/same/reports', 'same SQL'),
  },
  { name: 'analytics', title: 'analytics', ...staffRead('/reports/analytics', '/same/analytics', 'same SQL') },
  {
    name: 'monitor',
    title: 'technician monitor, all time',
    p99Target: 300,
    ...staffRead('/reports/monitor', '/same/monitor', 'same SQL'),
  },
  {
    name: 'home',
    title: 'home page, brotli',
    ceiling: 'a constant',
    isRead: true,
    target: 55,
    ours: ({ origin }) => ({ url: `${origin}/`, headers: { 'accept-encoding': 'br' } }),
    bare: ({ bare }) => ({ url: `${bare}/constant` }),
  },
  {
    name: 'login',
    title: 'login',
    ceiling: 'argon2 alone',
    isRead: false,
    // Both check one password at a time and let eight wait. They refuse further ones, and a refusal is no measurement.
    connections: 8,
    ours: ({ origin, password }) => ({
      url: `${origin}/api/auth/login`,
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify({ email: BULK_ADMIN, password }),
    }),
    bare: ({ bare }) => ({ url: `${bare}/login`, method: 'POST' }),
  },
  {
    name: 'create',
    title: 'create',
    ceiling: 'minimal SQL',
    isRead: false,
    target: 45,
    ours: ({ origin }) => ({
      url: `${origin}/api/requests/create`,
      method: 'POST',
      headers: JSON_BODY,
      requests: submissions,
    }),
    bare: ({ bare }) => ({ url: `${bare}/create`, method: 'POST', headers: JSON_BODY, requests: submissions }),
  },
];

/** The load under which memory is measured: every call but the login, in turn. */
export function mixedLoad(site: Site): Load {
  const requests: NonNullable<Load['requests']> = works
    .filter(({ name }) => name !== 'login')
    .flatMap((work) => {
      const { url, requests: turns, ...load } = work.ours(site);
      const { pathname, search } = new URL(url);
      return (turns ?? [{}]).slice(0, 5).map((turn) => ({ ...load, path: pathname + search, ...turn }));
    });
  return { url: site.origin, requests };
}
