import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { picture, submission } from '../server/testing/factories.ts';
import { newFastFolder } from '../server/testing/fast-folder.ts';
import { freePort } from '../server/testing/programs/ports.ts';
import { TEST_SETTINGS } from '../server/testing/programs/process.ts';

/** The folders and programs of a machine that has neither Node nor npm. */
const PATH = '/usr/bin:/bin';
const admin = { ADMIN_EMAIL: 'office@example.com', ADMIN_NAME: 'Olive Office', ADMIN_PASSWORD: 'lights-on-at-seven' };

let folder: string;
let data: string;
let backups: string;
let product: ChildProcess | undefined;
let origin: string;
let output = '';

const program = () => path.join(folder, 'switchboard');
const settings = () => ({ ...TEST_SETTINGS, PATH, DATA_DIR: data });
/** Runs a command of the unpacked archive from another folder. */
const run = (args: readonly string[], env: object = {}) =>
  spawnSync(program(), args, { cwd: '/', env: { ...settings(), ...env }, encoding: 'utf8' });

/** Starts the product and waits until it serves. */
async function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const started = spawn(command, args, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] });
  product = started;
  output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
        if (output.includes('is ready on')) resolve();
      });
    }
    started.once('exit', (code) => reject(new Error(`the packed product ended with ${code}:\n${output}`)));
  });
}

const signIn = () =>
  fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }),
  });

async function expectEnd() {
  if (!product) throw new Error('the packed product does not run');
  const ended = once(product, 'exit');
  product.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}

beforeAll(async () => {
  folder = await newFastFolder('switchboard-pack-');
  data = await newFastFolder('switchboard-packed-data-');
  backups = await newFastFolder('switchboard-packed-backups-');
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o755);
  const packed = spawnSync(process.execPath, [path.join(import.meta.dirname, 'pack.ts'), '--folder', folder], {
    encoding: 'utf8',
  });
  expect(packed.status, packed.stderr).toBe(0);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const env = { ...settings(), ...admin, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: origin };
  await start(program(), [], env);
});

afterAll(async () => {
  product?.kill('SIGKILL');
  for (const made of [folder, data, backups]) await rm(made, { recursive: true, force: true });
});

it('An unpacked archive builds nothing and serves the website', async () => {
  expect(output).not.toContain('Building');
  const home = await fetch(origin);
  const html = await home.text();
  expect(home.status).toBe(200);
  const script = /<script[^>]*src="([^"]+)"/.exec(html)?.[1] ?? '';
  expect((await fetch(`${origin}${script}`)).status).toBe(200);
});

it('takes a request with a photo, writes its mail, shares its card and prints its work order', async () => {
  const form = new FormData();
  for (const [field, value] of Object.entries(submission({ customerName: '劉德華' })))
    form.append(field, String(value));
  form.append('images', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'pole.png');
  const created = await fetch(`${origin}/api/requests/create`, { method: 'POST', body: form });
  expect(created.status).toBe(201);
  const { request } = (await created.json()) as { request: { external_id: string } };
  const mails = path.join(data, 'mail');
  const written = () => readdir(mails).catch(() => []);
  await expect.poll(written).toContainEqual(expect.stringMatching(/request_received\.eml$/));
  const [mail = ''] = await written();
  expect(await readFile(path.join(mails, mail), 'utf8')).toContain(request.external_id);

  const { token } = (await (await signIn()).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const found = await fetch(`${origin}/api/requests?search=${request.external_id}`, { headers });
  const { requests } = (await found.json()) as { requests: { id: number }[] };
  const printed = await fetch(`${origin}/api/requests/${requests[0]?.id}/work-order`, { headers });
  expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(Buffer.from(await printed.arrayBuffer()).toString('latin1')).toContain('ChocolateClassicalSans');

  const home = await (await fetch(origin)).text();
  const card = /property="og:image" content="([^"]+)"/.exec(home)?.[1] ?? '';
  const shared = await fetch(card);
  expect([shared.status, shared.headers.get('content-type')]).toEqual([200, 'image/png']);
});

it('backs up, and verifies the audit trail, the files and the figures, beside the running product', async () => {
  const saved = run(['backup', backups]);
  expect(saved.status, `${saved.stdout}${saved.stderr}`).toBe(0);
  expect(await readdir(backups)).toHaveLength(1);
  for (const command of ['audit:verify', 'files:verify', 'reports:verify']) {
    const { status, stdout, stderr } = run([command]);
    expect(status, `${command}: ${stdout}${stderr}`).toBe(0);
  }
});

it('refuses a command that it does not have, and names those that it has', () => {
  const { status, stderr } = run(['bake']);
  expect([status, stderr]).toEqual([64, expect.stringMatching(/^Usage: switchboard \[start\|demo\|.*\]\n$/)]);
});

it('ends with SIGTERM', async () => {
  await expectEnd();
});

it('restores, and prints the command that starts what it restored', async () => {
  const [time = ''] = await readdir(backups);
  const target = path.join(backups, 'restored on Monday');
  const { status, stdout, stderr } = run(['restore', path.join(backups, time)], { DATA_DIR: target });
  expect(status, `${stdout}${stderr}`).toBe(0);
  const command = stdout.trimEnd().split('\n').at(-1) ?? '';
  expect(command).toBe(`DATA_DIR='${target}' ${program()} start`);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  // In the place of the shell, so that the signal below reaches it.
  await start('/bin/sh', ['-c', `exec env ${command}`], {
    ...settings(),
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
  });
  // The admin of the first installation.
  expect((await signIn()).status).toBe(200);
  await expectEnd();
});
