import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submission } from './testing/factories.ts';
import { newFastFolder } from './testing/fast-folder.ts';
import { type RunningApp, refusedStart, startApp } from './testing/programs/process.ts';

let folder: string;
beforeAll(async () => {
  folder = await newFastFolder('switchboard-main-');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Expects exactly one line with the reason, and no stack. */
function expectRefusal(result: { code: number | null; output: string }, reason: RegExp) {
  expect(result.code, result.output).toBe(1);
  const lines = result.output.split('\n').filter((line) => line.startsWith('Switchboard could not start: '));
  expect(lines, result.output).toHaveLength(1);
  expect(lines[0]).toMatch(reason);
  expect(result.output).not.toMatch(/^\s+at /m);
}

describe('a failed start gives its reason in one line and', () => {
  it('refuses an invalid setting by name', async () => {
    expectRefusal(await refusedStart({ PORT: 'many', DATA_DIR: path.join(folder, 'a') }), /PORT/);
    expectRefusal(
      await refusedStart({ DATABASE_URL: 'mysql://here', DATA_DIR: path.join(folder, 'a') }),
      /DATABASE_URL/,
    );
    expectRefusal(await refusedStart({ ADMIN_EMAIL: 'a@b.co', DATA_DIR: path.join(folder, 'a') }), /ADMIN_PASSWORD/);
    for (const url of ['https://x.example/desk', 'https://x.example?a=1', 'https://a:b@x.example', 'ftp://x.example']) {
      expectRefusal(await refusedStart({ PUBLIC_URL: url, DATA_DIR: path.join(folder, 'a') }), /PUBLIC_URL/);
    }
  });

  it('refuses a DATABASE_URL that does not answer, without a fallback and without its password', async () => {
    const result = await refusedStart({
      DATABASE_URL: 'postgres://desk:topsecret@127.0.0.1:1/desk',
      DATA_DIR: path.join(folder, 'b'),
    });
    expectRefusal(result, /DATABASE_URL.*127\.0\.0\.1:1.*ECONNREFUSED/);
    expect(result.output).not.toContain('topsecret');
  });

  it('refuses a data folder it cannot write', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    expectRefusal(await refusedStart({ DATA_DIR: path.join(file, 'data') }), /a-file/);
  });

  it('refuses a folder of back-ups that lies inside the data folder', async () => {
    const data = path.join(folder, 'with-backups');
    await mkdir(path.join(data, 'backups'), { recursive: true });
    const settings = { DATA_DIR: data, BACKUP_DIR: path.join(data, 'backups') };
    expectRefusal(await refusedStart(settings), /BACKUP_DIR: lies inside DATA_DIR/);
  });

  it('refuses no folder of back-ups that is away, and logs it', async () => {
    const app = await startApp({ BACKUP_DIR: path.join(folder, 'not-mounted') });
    await expect.poll(app.output).toContain('no back-up can be made in BACKUP_DIR');
    expect(await app.stop()).toBe(0);
  });

  it('refuses a busy port, and leaves no database running', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as { port: number };
    const data = path.join(folder, 'd');
    expectRefusal(
      await refusedStart({ PORT: String(port), DATA_DIR: data }),
      new RegExp(`Port ${port} is already in use`),
    );
    busy.close();
    const app = await startApp({ DATA_DIR: data });
    expect(app.output()).not.toMatch(/left behind|orphan/i);
    expect(await app.stop()).toBe(0);
  });
});

describe('a running app', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp({});
  });

  it('answers health and ready', async () => {
    expect(await (await fetch(`${app.url}/api/health`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${app.url}/api/ready`)).json()).toEqual({ status: 'ready' });
  });

  it('prevents another app from using its data folder', async () => {
    expectRefusal(
      await refusedStart({ PORT: '0', DATA_DIR: app.folder }),
      /Another Switchboard \(pid \d+\) is already using/,
    );
  });

  it('prints a set-up link that makes the first admin once', async () => {
    const token = /setup#token=([\w-]{43})/.exec(app.output())?.[1];
    const setup = () =>
      fetch(`${app.url}/api/auth/setup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ setup_token: token, name: 'Olive', email: 'o@example.com', password: 'lights-on-7' }),
      });
    expect((await setup()).status).toBe(201);
    expect((await setup()).status).toBe(403);
  });
});

describe('an app that is asked to stop during an upload', () => {
  const form = [
    ...Object.entries(submission()).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    '--x\r\nContent-Disposition: form-data; name="images"; filename="list.csv"\r\n\r\npole,lamp\r\n',
  ].join('');

  it('is unready at once, waits for the file, stores it, and ends with 0', async () => {
    const app = await startApp({});
    const agent = new Agent({ keepAlive: true });
    const upload = request(`${app.url}/api/requests/create`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    const answered = once(upload, 'response');
    upload.write(form);
    // When this call is answered, the server has read the upload's head, which was sent first.
    expect((await fetch(`${app.url}/api/ready`)).status).toBe(200);
    const ended = app.stop();
    const ready = () => fetch(`${app.url}/api/ready`, { headers: { connection: 'close' } });
    await expect.poll(async () => (await ready()).status).toBe(503);
    expect(await (await ready()).json()).toMatchObject({ error: 'unavailable' });
    expect((await fetch(`${app.url}/api/health`, { headers: { connection: 'close' } })).status).toBe(200);
    upload.end('row,1\r\n--x--\r\n');
    const [answer] = (await answered) as [import('node:http').IncomingMessage];
    expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close']);
    expect(await ended).toBe(0);
    agent.destroy();
  });
});
