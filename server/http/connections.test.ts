import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { createServer } from './server.ts';

const BIG = Buffer.alloc(64 * 1024 * 1024, 'x');
let app: FastifyInstance;
let port: number;
/** The answers to GET /held/:n, by n. The test calls the function to send the answer. */
let held: Map<string, () => void>;
const theirs = new Map<number | undefined, Socket>();
const ours: Socket[] = [];

async function start(env: Record<string, string> = {}) {
  app = await createServer(readConfig({ LOG_LEVEL: 'silent', SHUTDOWN_SECONDS: '0', ...env }));
  held = new Map();
  app.get('/big', async (_request, reply) => reply.type('text/plain').send(BIG));
  app.get<{ Params: { n: string } }>('/held/:n', async ({ params }) => {
    await new Promise<void>((resolve) => held.set(params.n, resolve));
    return `answer ${params.n}`;
  });
  app.server.on('connection', (socket: Socket) => theirs.set(socket.remotePort, socket));
  await app.listen({ host: '0.0.0.0', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
}
afterEach(async () => {
  for (const socket of ours.splice(0)) socket.destroy();
  theirs.clear();
  await app.close();
});

/** Opens a connection from a loopback address. */
async function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  ours.push(socket);
  await once(socket, 'connect');
  return socket;
}
/** Resolves when the connection is closed, with or without an error. */
const closeOf = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const serverSide = (socket: Socket) => {
  const found = theirs.get(socket.localPort);
  if (!found) throw new Error('the server does not know this connection');
  return found;
};

describe('requests pipelined on one connection', () => {
  it('are answered one at a time, in order', async () => {
    await start();
    const socket = await open();
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const paths = ['1', '2', '3', '4'];
    socket.write(paths.map((n) => get(`/held/${n}`)).join(''));
    for (const n of paths) {
      await expect.poll(() => [...held.keys()]).toEqual([n]);
      held.get(n)?.();
      held.delete(n);
      await expect.poll(() => text).toContain(`answer ${n}`);
    }
    expect([...text.matchAll(/answer (\d)/g)].map(([, n]) => n)).toEqual(paths);
  });

  it('end the connection when they are too many, with one answer begun', async () => {
    await start();
    const socket = await open();
    const closed = closeOf(socket);
    socket.write(Array.from({ length: 40 }, (_, n) => get(`/held/${n}`)).join(''));
    await closed;
    expect([...held.keys()]).toEqual(['0']);
  });
});

describe('a silent visitor', () => {
  it('is disconnected while an answer waits to be read', async () => {
    await start();
    const socket = await open();
    socket.pause();
    socket.write(get('/big'));
    const server = serverSide(socket);
    await expect.poll(() => server.writableLength).toBeGreaterThan(0);
    expect(server.timeout).toBe(8_000);
    const closed = closeOf(server);
    server.emit('timeout');
    await closed;
  });

  it('keeps the connection while the answer is made, and is watched again afterwards', async () => {
    await start();
    const socket = await open();
    socket.write(get('/held/1'));
    await expect.poll(() => held.size).toBe(1);
    const server = serverSide(socket);
    server.emit('timeout');
    expect(server.destroyed).toBe(false);
    expect(server.timeout).toBe(8_000);
    const answer = once(socket, 'data');
    held.get('1')?.();
    expect(String((await answer)[0])).toContain('answer 1');
  });

  it('is disconnected when no request is under way', async () => {
    await start();
    const server = serverSide(await open().then((socket) => socket));
    const closed = closeOf(server);
    server.emit('timeout');
    await closed;
  });
});

describe('one network', () => {
  const MOST = 50;
  /** True when a request on the connection is answered, false when the connection ends instead. */
  async function works(socket: Socket): Promise<boolean> {
    if (socket.destroyed) return false;
    socket.write(get('/nothing'));
    const answered = new Promise<boolean>((resolve) => socket.once('data', () => resolve(true)));
    return Promise.race([answered, closeOf(socket).then(() => false)]);
  }
  const many = (count: number, from?: string) => Promise.all(Array.from({ length: count }, () => open(from)));
  const working = async (sockets: Socket[]) => (await Promise.all(sockets.map(works))).filter(Boolean).length;

  it('has at most fifty connections, without effect on another network; a closed connection makes room for one more', async () => {
    await start({ RATE_LIMITS: 'on' });
    const sockets = await many(MOST);
    expect(await working(sockets)).toBe(MOST);
    expect(await working(await many(10))).toBe(0);
    expect(await working(await many(5, '127.0.0.2'))).toBe(5);
    const [first] = sockets;
    if (!first) throw new Error('no connection');
    const gone = closeOf(serverSide(first));
    first.destroy();
    await gone;
    expect(await working(await many(2))).toBe(1);
  });

  it.each([
    ['that is a trusted proxy', { RATE_LIMITS: 'on', TRUSTED_PROXIES: '10.1.0.1, 127.0.0.0/24' }],
    ['in a load test', { RATE_LIMITS: 'off' }],
  ])('%s has no limit on its connections', async (_, env) => {
    await start(env);
    expect(await working(await many(MOST + 20))).toBe(MOST + 20);
  });
});

describe('closing', () => {
  it('refuses new requests with a typed 503, and lets requests under way end', async () => {
    await start({ SHUTDOWN_SECONDS: '60' });
    const [busy, other] = [await open(), await open()];
    busy.write(get('/held/1'));
    await expect.poll(() => held.size).toBe(1);
    const closed = app.close();
    let refusal = '';
    other.on('data', (chunk) => {
      refusal += chunk;
    });
    await expect
      .poll(() => {
        if (other.writable) other.write(get('/api/ready'));
        return refusal;
      })
      .toMatch(/^HTTP\/1\.1 503 /);
    expect(refusal).toMatch(/^connection: close\r$/im);
    expect(refusal).toMatch(/^retry-after: 5\r$/im);
    expect(refusal).toContain('"error":"unavailable"');
    const answer = once(busy, 'data');
    held.get('1')?.();
    const text = String((await answer)[0]);
    expect(text).toContain('answer 1');
    expect(text).toMatch(/^connection: close\r$/im);
    await closed;
  });

  it('cuts off requests that are still under way after SHUTDOWN_SECONDS', async () => {
    await start({ SHUTDOWN_SECONDS: '0' });
    const busy = await open();
    busy.write(get('/held/1'));
    await expect.poll(() => held.size).toBe(1);
    const ended = closeOf(busy);
    await app.close();
    await ended;
  });

  it('does not wait for a request whose head never ends', async () => {
    await start({ SHUTDOWN_SECONDS: '60' });
    const slow = await open();
    const begun = new Promise((resolve) => serverSide(slow).once('data', resolve));
    slow.write('GET / HTTP/1.1\r\nHost: ');
    await begun;
    // It is never silent.
    const drip = setInterval(() => slow.write('x'), 100);
    const ended = closeOf(slow);
    await app.close();
    await ended;
    clearInterval(drip);
  });
});

describe('an address', () => {
  it.each(['/api/requests', '/', '/api/files/x'])('of more than 2,048 characters below %s is 414', async (path) => {
    await start();
    const fits = `${path}?q=${'a'.repeat(2_048 - path.length - 3)}`;
    expect((await app.inject(fits)).statusCode).not.toBe(414);
    const answer = await app.inject(`${fits}a`);
    expect(answer.statusCode).toBe(414);
    expect(answer.json()).toMatchObject({ error: 'uri_too_long' });
  });
});
