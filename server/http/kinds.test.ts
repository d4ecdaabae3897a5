import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { DomainError, notFound } from '../lib/errors.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { mount } from './mount.ts';

const call = { method: 'GET', access: 'public', summary: 'Is called by a test.' } as const;
const group = {
  sheet: endpoint({ ...call, kind: 'download', path: '/kinds/sheet', refuses: [] }),
  ticks: endpoint({
    ...call,
    kind: 'events',
    path: '/kinds/ticks',
    query: z.object({ wrong: z.literal('yes').optional() }),
    refuses: [],
    event: z.object({ n: z.int() }),
  }),
  flood: endpoint({
    ...call,
    kind: 'events',
    path: '/kinds/flood',
    refuses: [],
    event: z.object({ text: z.string() }),
  }),
  named: endpoint({ ...call, kind: 'json', path: '/kinds/named', refuses: ['not_found'], response: z.object({}) }),
  unnamed: endpoint({ ...call, kind: 'json', path: '/kinds/unnamed', refuses: [], response: z.object({}) }),
};

let test: TestApp;
let port: number;
/** Shows a sign of life on every open stream. */
const signs = new Set<() => void>();
const streams = (run: () => void) => {
  signs.add(run);
  return () => signs.delete(run);
};
/** Resolves when a stream of ticks was told that its visitor disconnected. */
let heardEnd: PromiseWithResolvers<void>;
let flooded = 0;
const floodEnded = Promise.withResolvers<void>();

beforeAll(async () => {
  test = await testApp({}, { SHUTDOWN_SECONDS: '300' }, { streams });
  heardEnd = Promise.withResolvers();
  mount(test.app, test.deps, group, {
    sheet: async () => ({
      stream: Readable.from(['a,b\n', '1,2\n']),
      name: 'Größe.csv',
      type: 'text/csv; charset=utf-8',
      inline: false,
      keptSeconds: 0,
    }),
    ticks: async (_deps, _visitor, { query, signal }) =>
      (async function* () {
        yield { id: '1', data: { n: 1, secret: 'stays here' } };
        yield { id: '2', data: { n: query.wrong ? Number.NaN : 2 } };
        await wait(2 ** 30, undefined, { signal }).catch(() => heardEnd.resolve());
      })(),
    flood: async (_deps, _visitor, { signal }) =>
      (async function* () {
        while (!signal.aborted) {
          yield { data: { text: 'x'.repeat(64 * 1024) } };
          flooded += 1;
          await turn();
        }
        floodEnded.resolve();
      })(),
    named: async () => {
      throw notFound('Thing');
    },
    unnamed: async () => {
      throw new DomainError('conflict', 'Nobody said that this could happen');
    },
  });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

it('a download is isolated in the browser and is not cached', async () => {
  const { headers, body } = await test.app.inject('/api/kinds/sheet');
  expect(body).toBe('a,b\n1,2\n');
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; .*filename\*=UTF-8''Gr%C3%B6%C3%9Fe.csv$/),
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(headers).not.toHaveProperty('origin-agent-cluster');
});

describe('a stream of events', () => {
  it('sends only the fields of its schema, and ends when its visitor disconnects', async () => {
    const visitor = connect(port, '127.0.0.1');
    visitor.write('GET /api/kinds/ticks HTTP/1.1\r\nHost: x\r\n\r\n');
    let heard = '';
    while (!heard.includes('id: 2')) heard += String((await once(visitor, 'data'))[0]);
    expect(heard).toMatch(/^HTTP\/1\.1 200 /);
    expect(heard).toMatch(/content-type: text\/event-stream\r\n/);
    expect(heard).toMatch(/x-accel-buffering: no\r\n/);
    expect(heard).toContain('id: 1\ndata: {"n":1}\n\n');
    expect(heard).toContain('id: 2\ndata: {"n":2}\n\n');
    visitor.destroy();
    await heardEnd.promise;
  });

  it('ends when an event does not fit its schema', async () => {
    const visitor = connect(port, '127.0.0.1');
    visitor.write('GET /api/kinds/ticks?wrong=yes HTTP/1.1\r\nHost: x\r\n\r\n');
    const heard = await text(visitor).catch((error: unknown) => String(error));
    expect(heard).not.toContain('id: 2');
  });

  it('shows signs of life, which end with it', async () => {
    const visitor = connect(port, '127.0.0.1');
    visitor.write('GET /api/kinds/ticks HTTP/1.1\r\nHost: x\r\n\r\n');
    let heard = '';
    const hears = async (text: string) => {
      while (!heard.includes(text)) heard += String((await once(visitor, 'data'))[0]);
    };
    await hears('id: 2');
    heard = '';
    for (const show of signs) show();
    await hears(':\n\n');
    expect(signs.size).toBe(1);
    visitor.destroy();
    await expect.poll(() => signs.size).toBe(0);
  });

  it('ends when its reader takes nothing, before much is held for it', async () => {
    const visitor = connect(port, '127.0.0.1');
    visitor.pause();
    visitor.write('GET /api/kinds/flood HTTP/1.1\r\nHost: x\r\n\r\n');
    await floodEnded.promise;
    // What the two ends of the connection hold, and 256 kB.
    expect(flooded * 64).toBeLessThan(16_384);
    visitor.destroy();
  });

  it('validates its query like every call', async () => {
    expect((await test.app.inject('/api/kinds/ticks?wrong=no')).statusCode).toBe(400);
  });
});

describe('a refusal', () => {
  it('that the contract names reaches the caller', async () => {
    expect((await test.app.inject('/api/kinds/named')).json()).toMatchObject({ error: 'not_found' });
  });

  it('that the contract does not name is a 500 without its text', async () => {
    const answer = await test.app.inject('/api/kinds/unnamed');
    expect([answer.statusCode, answer.json().error]).toEqual([500, 'internal']);
    expect(answer.body).not.toContain('Nobody said');
  });
});

it('a stop ends the open streams, and waits for none of them', async () => {
  const visitor = connect(port, '127.0.0.1');
  visitor.write('GET /api/kinds/ticks HTTP/1.1\r\nHost: x\r\n\r\n');
  let heard = '';
  while (!heard.includes('id: 2')) heard += String((await once(visitor, 'data'))[0]);
  const rest = text(visitor);
  // Without the end of the streams it would wait for 300 seconds.
  await test.app.close();
  // The last chunk is complete: the stream was ended and not cut.
  expect(await rest).toMatch(/0\r\n\r\n$/);
});
