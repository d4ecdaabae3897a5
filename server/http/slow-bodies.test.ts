import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { readConfig } from '../config.ts';
import { createServer } from './server.ts';

/** The progress check of each body being read. In production a timer calls it. */
const watched = new Set<() => void>();
let heard = () => {};
let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await testApp(
    {},
    {},
    {
      watchBodies: (check) => {
        watched.add(check);
        heard();
        return () => watched.delete(check);
      },
    },
  );
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = test.app.server.address() as AddressInfo);
});
afterAll(() => test.close());

const LENGTH = 60_000;
const letter = JSON.stringify({ name: 'Cora', email: 'cora@caller.example', message: 'x'.repeat(4_000) });
const head = (length: number | 'chunked') =>
  [
    'POST /api/contact/submit HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');

/** Sends the head of a call and waits until the server has begun to read its body. */
async function begin(length: number | 'chunked'): Promise<Socket> {
  const begun = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(head(length));
  await begun;
  return socket;
}

/** Writes a part of the body and waits until the server has read it. */
async function send(socket: Socket, bytes: string) {
  const [theirs] = [...sockets].filter((candidate) => candidate.remotePort === socket.localPort);
  if (!theirs) throw new Error('the server does not know this connection');
  const before = theirs.bytesRead;
  socket.write(bytes);
  await expect.poll(() => theirs.bytesRead).toBe(before + Buffer.byteLength(bytes));
}
const sockets = new Set<Socket>();
beforeAll(() => {
  test.app.server.on('connection', (socket: Socket) => sockets.add(socket));
});

const look = () => {
  for (const check of watched) check();
};

it.each([LENGTH, 'chunked'] as const)('a body that never arrives is ended at the first check (%s)', async (length) => {
  const socket = await begin(length);
  const closed = once(socket, 'close');
  look();
  await closed;
  expect(watched.size).toBe(0);
});

it('a body that trickles in is ended, even after faster progress', async () => {
  const socket = await begin(LENGTH);
  const closed = once(socket, 'close');
  await send(socket, ' '.repeat(5_000));
  look();
  expect(socket.destroyed).toBe(false);
  await send(socket, ' '.repeat(100));
  look();
  await closed;
});

it('a body that is slow but makes progress arrives, and is no longer watched', async () => {
  const body = `${letter}${' '.repeat(LENGTH - letter.length)}`;
  const socket = await begin(LENGTH);
  const answer = once(socket, 'data');
  for (let from = 0; from < body.length; from += 5_000) {
    await send(socket, body.slice(from, from + 5_000));
    look();
  }
  const [bytes] = (await answer) as [Buffer];
  expect(bytes.toString()).toMatch(/^HTTP\/1\.1 201 /);
  expect(watched.size).toBe(0);
  socket.destroy();
});

it('a call without a body is not watched', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/api/health`, { headers: { connection: 'close' } });
  expect(response.status).toBe(200);
  expect(watched.size).toBe(0);
});

it('the server has limits on slow headers, endless bodies, idle connections and the number of connections', async () => {
  const app = await createServer(readConfig({ LOG_LEVEL: 'silent' }));
  const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = app.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, maxConnections }).toEqual({
    headersTimeout: 8_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 5_000,
    maxConnections: 2_000,
  });
  await app.close();
});
