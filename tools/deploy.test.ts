import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../server/config.ts';
import { createServer as createProduct } from '../server/http/server.ts';
import { freePort } from '../server/testing/programs/ports.ts';
import { root } from './lib-inputs.mjs';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? '');

/** The settings in the table of the README. */
const settings = all(read('README.md'), /^\|([^|]*)\|/gm).flatMap((cell) => all(cell, /`([A-Z][A-Z0-9_]+)`/g));

describe('the compose file', () => {
  const compose = read('deploy/compose.yaml');
  const [product = '', postgres = '', bucket = ''] = compose.split(/^ {2}(?:postgres|bucket):$/m);

  it('builds each image from a file that is there, because Docker looks for no Containerfile by itself', () => {
    const builds = all(compose, /^ {4}build:(.*(?:\n {6}.+)*)$/gm);
    const files = builds.map((build) => {
      const value = (key: string) => new RegExp(`^ {6}${key}: (.+)$`, 'm').exec(build)?.[1];
      return path.join('deploy', value('context') ?? build.trim(), value('dockerfile') ?? 'Dockerfile');
    });
    expect(files).toHaveLength(2);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('passes only settings on that the product has', () => {
    const passed = all(product, /^ {6}([A-Z][A-Z0-9_]+):/gm);
    expect(passed).toContain('PUBLIC_URL');
    expect(settings).toEqual(expect.arrayContaining(passed));
  });

  it('gives PostgreSQL each variable that the script of its roles reads', () => {
    const given = all(postgres, /^ {6}([A-Z][A-Z0-9_]+):/gm);
    const wanted = all(read('deploy/postgres-roles.sh'), /^\\getenv \w+ (\w+)$/gm);
    expect(wanted).toHaveLength(2);
    expect(given).toEqual(expect.arrayContaining(wanted));
  });

  it('gives the bucket each variable that its script demands, and only those that it reads', () => {
    const script = read('deploy/bucket/start.sh');
    const given = all(bucket, /^ {6}([A-Z][A-Z0-9_]+):/gm);
    const demanded = all(script, /"\$\{([A-Z0-9_]+):\?\}"/g);
    expect(demanded).toHaveLength(3);
    expect(given).toEqual(expect.arrayContaining(demanded));
    expect(all(script, /\$\{([A-Z0-9_]+):[?-]/g)).toEqual(expect.arrayContaining(given));
  });
});

it.each([
  ['nginx.conf', /^ {2}keepalive_timeout (\d+)s;$/gm],
  ['Caddyfile', /^\t{3}keepalive (\d+)s$/gm],
])('%s lets go of an idle connection before the product does, which no call then meets', async (file, pattern) => {
  const app = await createProduct(readConfig({ LOG_LEVEL: 'silent' }));
  onTestFinished(() => app.close());
  const [seconds = 'none', ...more] = all(read(`deploy/${file}`), pattern);
  expect(more).toEqual([]);
  expect(Number(seconds) * 1_000).toBeLessThan(app.server.keepAliveTimeout);
});

it('the image gives its user and its group the id that the page of the installation names', () => {
  const [named] = all(read('docs/INSTALL.md'), /as the user and group (\d+)/g);
  const container = read('deploy/Containerfile');
  expect(named).toBeDefined();
  expect(all(container, /--uid (\d+)/g)).toEqual([named]);
  expect(new Set(all(container, /--gid (\d+)/g))).toEqual(new Set([named]));
});

describe('the check of a container’s health', () => {
  const [command = '[]'] = all(read('deploy/Containerfile').replaceAll('\\\n', ''), /^HEALTHCHECK .*CMD (\[.*\])$/gm);
  const [program, ...args] = JSON.parse(command) as string[];

  async function exitOn(port: number): Promise<number> {
    const checking = spawn(process.execPath, args, { env: { PORT: String(port) }, stdio: 'ignore' });
    const [code] = (await once(checking, 'exit')) as [number];
    return code;
  }

  it('is run by the Node of the archive', () => {
    expect(program).toBe('/opt/switchboard/node_modules/node/bin/node');
  });

  it.each([
    [200, 0],
    [503, 1],
  ])('with the answer %i ends with %i', async (status, code) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    expect(await exitOn((server.address() as AddressInfo).port)).toBe(code);
    expect(asked).toEqual(['/api/health']);
  });

  it('fails when nothing answers', async () => {
    expect(await exitOn(await freePort())).toBe(1);
  });
});
