import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { statusOf } from '../http/errors.ts';
import { steepCost } from '../testing/costs.ts';
import { aRequest } from '../testing/factories.ts';
import { aSession, aUser } from '../testing/people.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { exampleOf, fillings, type TextField, textFieldsOf, withValueAt } from '../testing/texts.ts';

/** In milliseconds of CPU. What costs more must not grow faster than its length. */
const CHEAP_MS = 50;
const STRANGERS_BYTES = 64 * 1024;
const STAFF_BYTES = 256 * 1024;
/** The longest address that is parsed, and the longest header that Node accepts. */
const ADDRESS_CHARS = 2_000;
const HEADER_CHARS = 15_000;

const operations = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries<Endpoint>(group).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
);

/** What is answered before the texts of a call are looked at; not what its use case says after it has read them. */
const turnedAway = ({ refuses }: Endpoint) =>
  [401, 403, 413, 414, 429].filter((status) => !refuses.some((code) => statusOf[code] === status));

let test: TestApp;
let userId: number;
let requestId: string;
beforeAll(async () => {
  test = await testApp();
  userId = (await aUser(test, 'admin')).id;
  await aUser(test, 'admin');
  requestId = String((await aRequest(test)).id);
});
afterAll(() => test.close());

const bodyLimit = (endpoint: Endpoint) => (endpoint.access === 'public' ? STRANGERS_BYTES : STAFF_BYTES);
const encodedTo = (text: string, chars: number) => {
  let encoded = encodeURIComponent(text.toWellFormed());
  if (encoded.length > chars) encoded = encoded.slice(0, chars).replace(/%.?$/, '');
  return encoded;
};

type Call = { url: string; headers: Record<string, string>; payload: string | undefined };

type Filled = { field: TextField; filling: (length: number) => string; length: number | undefined };

/** A call with this filling in one field, as long as the parser accepts or the contract allows; or a share of that length. */
function callWith(endpoint: Endpoint, { field, filling: whole, length }: Filled, share = 1): Call {
  const filling = (chars: number) => whole(Math.floor(chars * share));
  const key = String(field.path[0]);
  const inPlace = (name: string) => (field.part === 'params' && key === name ? filling(length ?? 90) : requestId);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodedTo(inPlace(name), 90 * share));
  const query =
    field.part === 'query' ? `?${key}=${encodedTo(filling(length ?? ADDRESS_CHARS), ADDRESS_CHARS * share)}` : '';
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (field.part === 'headers') headers[key] = encodedTo(filling(HEADER_CHARS), HEADER_CHARS * share);
  if (!endpoint.body) return { url: `/api${path}${query}`, headers: {}, payload: undefined };
  const example = exampleOf(endpoint);
  if (field.part !== 'body') return { url: `/api${path}${query}`, headers, payload: JSON.stringify(example) };
  const limit = bodyLimit(endpoint);
  const build = (fill: Filled['filling'], chars: number) =>
    JSON.stringify(withValueAt(example, field.path, fill(chars)));
  if (length !== undefined) return { url: `/api${path}`, headers, payload: build(filling, length) };
  // JSON writes some characters as several bytes, so fewer of them fit.
  const perCharacter = Buffer.byteLength(build(whole, 1_000)) / 1_000;
  let chars = Math.floor((limit - 2_000) / perCharacter);
  while (Buffer.byteLength(build(whole, chars)) > limit) chars -= 1_000;
  return { url: `/api${path}`, headers, payload: build(filling, chars) };
}

async function send(endpoint: Endpoint, { url, headers, payload }: Call, token: string) {
  return test.app.inject({
    method: endpoint.method,
    url,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });
}

describe('No text of a caller costs more than in proportion to its length', () => {
  const withTexts = operations.filter(({ endpoint }) => textFieldsOf(endpoint).length > 0);

  it.each(withTexts)('$name', async ({ endpoint }) => {
    const slow: string[] = [];
    for (const field of textFieldsOf(endpoint)) {
      for (const [what, filling] of Object.entries(fillings)) {
        for (const length of [undefined, ...(field.max === undefined ? [] : [field.max])]) {
          const filled = { field, filling, length };
          const call = callWith(endpoint, filled);
          const token = await aSession(test, userId);
          let status = 0;
          const whole = async () => {
            status = (await send(endpoint, call, token)).statusCode;
          };
          const place = `${field.part} ${field.path.join('.')}, ${what}, ${length ?? 'longest'}`;
          const steep = await steepCost(CHEAP_MS, whole, () => {
            const half = callWith(endpoint, filled, 0.5);
            return () => send(endpoint, half, token);
          });
          if (steep) slow.push(`${place}: ${steep}`);
          // A call that is refused before its texts are read would measure nothing.
          expect(status, place).toBeLessThan(500);
          if (length === undefined) expect(turnedAway(endpoint), place).not.toContain(status);
        }
      }
    }
    expect(slow).toEqual([]);
  });
});

/** The largest number of values that fits into a body of the longest kind. */
const crowds: Record<string, (bytes: number) => string> = {
  'unknown fields': (bytes) => {
    const fields = [];
    for (let n = 0, length = 2; length < bytes - 20; n += 1) {
      fields.push(`"${n.toString(36)}":0`);
      length += n.toString(36).length + 5;
    }
    return `{${fields.join(',')}}`;
  },
  'levels of lists': (bytes) => `${'['.repeat(bytes / 2 - 10)}${']'.repeat(bytes / 2 - 10)}`,
  'levels of objects': (bytes) => `${'{"a":'.repeat(bytes / 7)}1${'}'.repeat(bytes / 7)}`,
};

describe('No body of many small values costs more than in proportion to its length', () => {
  it.each(operations.filter(({ endpoint }) => endpoint.body))('$name', async ({ endpoint }) => {
    const limit = bodyLimit(endpoint);
    const lists = Object.keys(exampleOf(endpoint)).map((key): [string, (bytes: number) => string] => [
      `entries in ${key}`,
      (bytes) =>
        JSON.stringify(withValueAt(exampleOf(endpoint), [key], Array(Math.floor((bytes - 2_000) / 3)).fill({}))),
    ]);
    const slow: string[] = [];
    for (const [what, body] of [...Object.entries(crowds), ...lists]) {
      const token = await aSession(test, userId);
      const headers = { 'content-type': 'application/json' };
      const url = `/api${endpoint.path.replace(/:(\w+)/g, requestId)}`;
      const refused = (payload: string) => async () => {
        const { statusCode } = await send(endpoint, { url, headers, payload }, token);
        expect([what, statusCode]).toEqual([what, 400]);
      };
      const steep = await steepCost(CHEAP_MS, refused(body(limit)), () => refused(body(limit / 2)));
      if (steep) slow.push(`${what}: ${steep}`);
    }
    expect(slow).toEqual([]);
  });
});
