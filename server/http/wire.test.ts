import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

it.each([
  ['two lengths', 'POST /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
  [
    'a length and chunks',
    'POST /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['no host', 'GET /api/health HTTP/1.1\r\n\r\n'],
  ['bare line feeds', 'GET /api/health HTTP/1.1\nHost: x\n\n'],
  ['a blank before a header’s colon', 'GET /api/health HTTP/1.1\r\nHost : x\r\n\r\n'],
  ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
  ['no HTTP', 'GARBAGE\r\n\r\n'],
])('a request with %s is 400, and the connection ends', async (_, raw) => {
  expect(await refusal(raw)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
});

it('headers that are too large are 431, and an expectation is 417', async () => {
  const large = `GET /api/health HTTP/1.1\r\nHost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`;
  expect(await refusal(large)).toMatchObject({ status: 431, body: { error: 'payload_too_large' } });
  const expecting = 'POST /api/health HTTP/1.1\r\nHost: x\r\nExpect: coffee\r\nContent-Length: 1\r\n\r\nx';
  expect(await refusal(expecting)).toMatchObject({ status: 417, body: { error: 'validation_failed' } });
});

it('a request of HTTP/1.0 needs no host', async () => {
  expect(await answerTo('GET /api/health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

/** All that the server sends until it ends the connection. */
async function answerTo(raw: string): Promise<string> {
  const socket = connect(await listening(), '127.0.0.1');
  socket.write(raw);
  return text(socket);
}

/** The status and the body of a refusal, which is in the contract's shape and ends the connection. */
async function refusal(raw: string) {
  const [head = '', body = ''] = (await answerTo(raw)).split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('content-type: application/json');
  return { status: Number(head.split(' ')[1]), body: errorBody.parse(JSON.parse(body)) };
}

let port: Promise<number> | undefined;
function listening(): Promise<number> {
  port ??= test.app.listen({ port: 0, host: '127.0.0.1' }).then((url) => Number(new URL(url).port));
  return port;
}
