import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ErrorCode, errorBody } from '#contract/errors.ts';
import { openDatabase } from '#server/db/pool.ts';
import { aRequest, as, type Person, submission } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

type Reply = { statusCode: number; headers: Record<string, unknown>; body: string };

/** Expects exactly the contract's error shape, without any internals of the server. */
function expectError(reply: Reply, status: number, code: ErrorCode) {
  expect([reply.statusCode, reply.body]).toEqual([status, expect.stringContaining(`"error":"${code}"`)]);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(errorBody.strict().safeParse(JSON.parse(reply.body)).error).toBeUndefined();
  expect(reply.body).not.toMatch(
    /\bat \S+:\d+|node_modules|\.ts\b|\/work|\/tmp|select |insert |relation|kysely|FST_|zod/i,
  );
}
const post = (payload: string | Buffer, type = 'application/json') =>
  test.app.inject({ method: 'POST', url: '/api/requests/create', headers: { 'content-type': type }, payload });
const get = (url: string, method: 'GET' | 'HEAD' | 'OPTIONS' | 'DELETE' | 'PUT' = 'GET') =>
  test.app.inject({ method, url, headers: { authorization: `Bearer ${admin.token}`, origin: 'https://evil.example' } });
const good = () => JSON.stringify(submission());

describe('a call that does not exist', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api//users',
    '/api/users/1/2',
    '/api/users;x=1',
    `/api/users/${'1'.repeat(200)}`,
    '/api/nothing?x=%00',
  ])('%s is a JSON 404', async (url) => {
    expectError(await get(url), 404, 'not_found');
  });

  it('is also a method that the path does not have', async () => {
    for (const method of ['OPTIONS', 'DELETE', 'PUT'] as const)
      expectError(await get('/api/users', method), 404, 'not_found');
    for (const method of ['LINK', 'PROPFIND', 'TRACE', 'MKCOL']) {
      for (const url of ['/api/users', '/api']) {
        expectError(await test.app.inject({ method: method as 'GET', url }), 404, 'not_found');
      }
    }
  });

  it.each(['/api/%zz', '/api/users/%', '/api/requests/track/%c0%80%', '/api/files/%zz'])(
    '%s is a JSON 400',
    async (url) => {
      expectError(await get(url), 400, 'validation_failed');
    },
  );
});

describe('a body', () => {
  it.each([
    ['broken', '{"title":'],
    ['empty', ''],
    ['no JSON at all', 'customerName=Dana'],
    ['an array', '[]'],
    ['a text', '"text"'],
    ['null', 'null'],
    ['a number', '1'],
    ['an array 30,000 deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['an array 50,000 deep and open', '['.repeat(50_000)],
    ['an object 6,000 deep', `${'{"title":'.repeat(6_000)}1${'}'.repeat(6_000)}`],
    ['a prototype', '{"__proto__":{"title":"x"}}'],
    ['a constructor', '{"constructor":{"prototype":{"title":"x"}}}'],
    ['two bodies', `${'{}'}{}`],
    ['a byte order mark in the middle', '{\ufeff}'],
  ])('that is %s is 400', async (_, payload) => {
    expectError(await post(payload), 400, 'validation_failed');
    expect(({} as Record<string, unknown>).title).toBeUndefined();
  });

  it('that has a key twice is read with the last value', async () => {
    const answer = await post(`{"priority":"nonsense",${good().slice(1)}`);
    expect(answer.statusCode).toBe(201);
    expectError(await post(`${good().slice(0, -1)},"priority":"nonsense"}`), 400, 'validation_failed');
  });

  it('that is not UTF-8 causes no server error', async () => {
    const bytes = Buffer.from(good().replace('Dana', 'D\u0001na'));
    bytes[bytes.indexOf(1)] = 0xff;
    expect((await post(bytes)).statusCode).toBeLessThan(500);
  });

  it('above 256 kB is 413', async () => {
    expectError(await post(JSON.stringify(submission({ description: 'x'.repeat(300_000) }))), 413, 'payload_too_large');
  });

  it.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/json x',
    'application/jsonx',
    'application/json,text/plain',
    'multipart/mixed; boundary=x',
    'application/octet-stream',
    'json',
    'application/',
  ])('of type %s is 400, even when its content is valid JSON', async (type) => {
    expectError(await post(good(), type), 400, 'validation_failed');
  });

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json\t',
    ' application/json',
    'application/json;charset=utf-8',
  ])('of type "%s" is parsed and validated as JSON', async (type) => {
    expect((await post(good(), type)).statusCode).toBe(201);
    expectError(await post('{"title":1}', type), 400, 'validation_failed');
  });

  it('without a type is 400', async () => {
    expectError(
      await test.app.inject({ method: 'POST', url: '/api/requests/create', payload: Buffer.from(good()) }),
      400,
      'validation_failed',
    );
  });

  it('that is a form is refused where only JSON is accepted', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${admin.token}` };
    const payload = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n';
    expectError(
      await test.app.inject({ method: 'POST', url: '/api/users', headers, payload }),
      400,
      'validation_failed',
    );
  });
});

describe('every answer', () => {
  it('denies the browser every permission it does not need, and denies other sites and caches the content', async () => {
    const replies = [
      await get('/api/health'),
      await get('/api/users'),
      await get('/api/nothing'),
      await get('/api/users/x'),
      await post('{'),
    ];
    for (const { headers } of replies) {
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': expect.any(String),
        'x-request-id': expect.any(String),
        'cache-control': 'no-store',
      });
      expect(
        Object.keys(headers).filter((name) => /^access-control-|^x-powered-by$|^server$|^set-cookie$/.test(name)),
      ).toEqual([]);
    }
  });

  it('has the request id of its body in a header, and a new id each time', async () => {
    const replies = [await get('/api/nothing'), await get('/api/nothing')];
    const ids = replies.map(({ headers, body }) => [headers['x-request-id'], JSON.parse(body).request_id]);
    for (const [header, body] of ids) expect(header).toBe(body);
    expect(ids[0]?.[0]).not.toBe(ids[1]?.[0]);
  });

  it('to HEAD has the status of a public call and no body; calls with a session know no HEAD', async () => {
    for (const [url, status] of [
      ['/api/health', 200],
      ['/api/users', 404],
      ['/api/nothing', 404],
    ] as const) {
      expect(await get(url, 'HEAD')).toMatchObject({ statusCode: status, body: '' });
    }
  });
});

describe('bugs of the server', () => {
  it('are 500 without any detail of the cause', async () => {
    const cause = 'select * from users; /etc/passwd at file.ts:1';
    const broken = await testApp({
      newTrackingId: () => {
        throw new Error(cause);
      },
    });
    const reply = await broken.app.inject({ method: 'POST', url: '/api/requests/create', payload: submission() });
    expectError(reply, 500, 'internal');
    expect(await broken.deps.db.selectFrom('customers').select('id').execute()).toEqual([]);
    await broken.close();
  });

  it('include an answer that does not fit its contract: it is 500', async () => {
    const far = await testApp({ now: () => new Date('+010000-01-01T00:00:00Z') });
    const { external_id } = await aRequest(far);
    expectError(await far.app.inject({ method: 'GET', url: `/api/requests/track/${external_id}` }), 500, 'internal');
    await far.close();
  });
});

describe('while the database is away', () => {
  it.each([
    ['refuses', { host: '127.0.0.1', port: 1 }],
    ['has no socket', { host: '/nonexistent', port: 5432 }],
  ])('(%s) calls are 503 with Retry-After, and the process keeps running', async (_, nowhere) => {
    const db = openDatabase({ ...inject('postgres'), ...nowhere }, () => undefined);
    const away = await testApp({ db });
    for (const url of ['/api/ready', '/api/requests/track/REQ-AAAAAAAAA-AAAAA']) {
      const reply = await away.app.inject({ method: 'GET', url });
      expectError(reply, 503, 'unavailable');
      expect(reply.headers['retry-after']).toBe('5');
    }
    expect((await away.app.inject({ method: 'GET', url: '/api/health' })).statusCode).toBe(200);
    await away.close();
  });

  it('(a connection is killed in the middle of a transaction) the call is 503 and undone, and the next call works', async () => {
    const own = await testApp();
    const request = await aRequest(own, { customerEmail: 'held@x.example' });
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(own.deps.db);
    const holder = new pg.Client({ ...inject('postgres'), database: rows[0]?.name ?? '' });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from customers for update');
    const pending = own.app.inject({
      method: 'POST',
      url: '/api/requests/create',
      payload: submission({ customerEmail: 'held@x.example' }),
    });
    const waiting = "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    let pid: number | undefined;
    while (pid === undefined) pid = (await holder.query<{ pid: number }>(waiting)).rows[0]?.pid;
    await holder.query('select pg_terminate_backend($1)', [pid]);
    const reply = await pending;
    expectError(reply, 503, 'unavailable');
    expect(reply.headers['retry-after']).toBe('5');
    await holder.query('rollback');
    await holder.end();
    expect((await own.deps.db.selectFrom('requests').select('id').execute()).map(({ id }) => id)).toEqual([request.id]);
    expect((await own.app.inject({ method: 'GET', url: '/api/ready' })).statusCode).toBe(200);
    await own.close();
  });
});
