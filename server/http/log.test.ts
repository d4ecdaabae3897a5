import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { openDatabase } from '../db/pool.ts';
import { aRequest, as, PASSWORD, picture, signature, submission } from '../testing/factories.ts';
import { fetchFile, type TestApp, testApp } from '../testing/test-app.ts';
import { loggedPath } from './log.ts';

const lines: string[] = [];
let test: TestApp;
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  test = await testApp({}, { LOG_LEVEL: 'info' });
  // The website sets a handler too. Fastify's own handler would log the whole address.
  test.app.setNotFoundHandler(async (_request, reply) => reply.code(404).send());
  listenTo(test);
});
afterAll(async () => {
  await test.close();
  vi.restoreAllMocks();
});
beforeEach(() => {
  lines.length = 0;
});

/** Collects the log lines. Pino writes to the file descriptor, so the function replaces the write of Pino's own stream. */
function listenTo({ app }: TestApp): void {
  const name = Object.getOwnPropertySymbols(app.log).find((symbol) => symbol.description === 'pino.stream');
  if (!name) throw new Error('pino has no stream');
  const stream = Reflect.get(app.log, name) as { write: (line: string) => unknown };
  stream.write = (line) => lines.push(line);
}

describe('the log contains no tracking ID', () => {
  it('in any spelling of the address', async () => {
    const { external_id } = await aRequest(test);
    const bare = external_id.slice(4).replace('-', '');
    for (const url of [
      `/api/requests/track/${external_id}`,
      `/api/requests/track/${external_id.toLowerCase()}?refresh=1`,
      `/api/requests/%74rack/%52${external_id.slice(1)}`,
      `/api/request/track/${external_id}`,
      `/track?id=${external_id}`,
      `/track/${bare}`,
      `/api/requests/track/${external_id}%zz`,
      `/${external_id}/%`,
    ]) {
      await test.app.inject(url);
    }
    const text = decodeURIComponent(lines.join('').replaceAll('%zz', '')).toUpperCase();
    expect(lines.length).toBeGreaterThan(8);
    expect(text).toContain('/API/REQUESTS/TRACK/:ID');
    expect(text).not.toContain(external_id.slice(4));
    expect(text).not.toContain(bare);
  });

  it('but other addresses unchanged', () => {
    expect(loggedPath('/api/requests/12?x=1', '/api/requests/:id')).toBe('/api/requests/12');
    expect(loggedPath('/assets/react-B0p1Mq0V.js', '/assets/react-B0p1Mq0V.js')).toBe('/assets/react-B0p1Mq0V.js');
  });
});

describe('the log contains no stack', () => {
  const failures = () => lines.filter((line) => /"level":(40|50|60).*"reqId"/.test(line));

  it('for a 503', async () => {
    const db = openDatabase({ host: '127.0.0.1', port: 1 }, () => undefined);
    const away = await testApp({ db }, { LOG_LEVEL: 'info' }, { join: test });
    listenTo(away);
    const { statusCode } = await away.app.inject('/api/requests/track/REQ-AAAAAAAAA-AAAAA');
    expect(statusCode).toBe(503);
    expect(failures()).toHaveLength(1);
    expect(failures()[0]).toContain('"refusal":"unavailable"');
    expect(failures()[0]).not.toMatch(/stack|node_modules|\.ts:\d/);
    await away.close();
  });

  it('for a client that hangs up in the middle of its body', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = test.app.server.address() as AddressInfo;
    const hangUp = async (type: string) => {
      const socket = connect(port, '127.0.0.1');
      const seen = once(test.app.server, 'request');
      socket.write(
        `POST /api/requests/create HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 9000\r\n\r\n--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n`,
      );
      const [, response] = await seen;
      const over = once(response, 'close');
      socket.destroy();
      await over;
    };
    await hangUp('application/json');
    await hangUp('multipart/form-data; boundary=x');
    await expect.poll(() => lines.filter((line) => line.includes('went away')).length).toBe(2);
    expect(failures()).toEqual([]);
    expect(lines.join('')).not.toMatch(/"stack"/);
  });
});

it('a bug is logged with its stack, and without the row values that PostgreSQL quotes', async () => {
  const broken = await testApp(
    {
      newTrackingId: () => {
        throw Object.assign(new Error('a bug'), { detail: 'Key (email)=(dana@whitfield.example) already exists.' });
      },
    },
    { LOG_LEVEL: 'info' },
    { join: test },
  );
  listenTo(broken);
  await broken.app.inject({ method: 'POST', url: '/api/requests/create', payload: submission() });
  const text = lines.join('');
  expect(text).toMatch(/"stack":"Error: a bug/);
  expect(text).not.toContain('dana@whitfield.example');
  await broken.close();
});

it('a day of the desk is logged without passwords, tokens, links to files, and what people write', async () => {
  const admin = await as(test, 'admin');
  const technician = await as(test, 'technician');
  const said = {
    customerName: 'Wilhelmina Oakhurst',
    customerEmail: 'wilhelmina@oakhurst.example',
    customerPhone: '(407) 555-0177',
    customerAddress: '17 Quillfeather Lane, Orlando, FL 32801',
    title: 'Flickering chandelier',
    description: 'The footlights buzz since Tuesday.',
  };
  const photo = { name: 'ballroom.png', bytes: await picture(), type: 'image/png' };
  const { id, external_id } = await aRequest(test, said, [photo]);
  const params = { id: String(id) };
  await admin.call(api.requests.assign, {
    params,
    body: { technician_id: technician.id, notes: 'Mind the parquet.' },
  });
  const work = {
    status: 'completed' as const,
    rating: 4,
    customer_notes: 'Sparkling again.',
    signature: await signature(),
  };
  await technician.call(api.requests.updateWithFiles, { params, body: work, files: [photo] });
  const { request } = await admin.call(api.requests.get, { params });
  const paths = request.files.map(({ file_path }) => file_path);
  for (const path of paths) expect((await fetchFile(test, path)).status).toBe(200);
  await admin.call(api.requests.list, { query: { search: said.customerEmail } });
  await admin.call(api.customers.list, { query: { search: said.customerPhone } });

  const visitor = test.caller();
  await visitor.call(api.contact.submit, {
    body: { name: said.customerName, email: said.customerEmail, message: 'Do you also repair limelights?' },
  });
  // Refusals: of a field, of a password, of a token, of a body that is no JSON.
  await visitor.attempt(api.requests.create, { body: { ...submission(said), priority: said.title } });
  await visitor.attempt(api.auth.login, { body: { email: admin.email, password: 'Wrong-lamp-post-5' } });
  await visitor.call(api.auth.forgotPassword, { body: { email: admin.email } });
  await visitor.attempt(api.auth.resetPassword, { body: { token: 'x'.repeat(43), password: 'Brighter-lamp-post-6' } });
  await test.caller('stale-token-of-a-closed-laptop').attempt(api.auth.me);
  await test.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: `{"email": "${said.customerEmail}", "password": ${PASSWORD}`,
  });
  await admin.call(api.users.create, {
    body: {
      name: 'Barnaby Thistle',
      email: 'barnaby@thistle.example',
      password: 'Thistle-lamp-post-7',
      role: 'auditor',
    },
  });
  await test.settled();

  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(30);
  const secrets = [
    ...Object.values(said),
    ...[external_id, 'ballroom', 'parquet', 'Sparkling', 'limelights', work.signature.slice(30, 90)],
    ...[PASSWORD, 'lamp-post', admin.token ?? '', technician.token ?? '', 'stale-token', 'Barnaby', 'barnaby@'],
    ...paths.map((path) => new URL(path, 'http://localhost').searchParams.get('sig') ?? ''),
  ];
  expect(secrets.filter((secret) => secret.length < 5)).toEqual([]);
  expect(secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
});

it('the log contains no API key: not when it is made, used, refused or ended', async () => {
  const admin = await as(test, 'admin');
  const { key, secret } = await admin.call(api.keys.create, { body: { name: 'Display', scopes: ['reports:read'] } });
  const program = test.caller(secret);
  expect((await program.attempt(api.reports.report)).status).toBe(200);
  expect((await program.attempt(api.requests.list)).status).toBe(403);
  await admin.call(api.keys.end, { params: { id: String(key.id) } });
  expect((await program.attempt(api.reports.report)).status).toBe(401);
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.join()).not.toContain(secret.slice(3));
});
