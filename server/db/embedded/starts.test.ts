import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from './embedded.ts';
import { FolderInUse, lockFolder } from './lock.ts';

let folder: string;
let lines: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-starts-'));
  await startAndAsk();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the database in the folder, runs a query and stops it. */
async function startAndAsk(): Promise<void> {
  lines = [];
  const server = await startEmbedded({ dataDir: folder, log: (line) => lines.push(line) });
  const client = new pg.Client(server.owner);
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  await server.stop();
}
const cluster = (name: string) => join(folder, 'postgres', 'data', name);

/** Another process that locks the folder until the test ends it. */
async function holder() {
  const module = new URL('./lock.ts', import.meta.url).href;
  const script = `(await import(${JSON.stringify(module)})).lockFolder(${JSON.stringify(folder)});
    console.log('held');
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    async end() {
      child.stdin.end();
      child.kill('SIGKILL');
      await text(child.stdout);
    },
  };
}

describe('the start needs no manual repair', () => {
  it.each([
    ['empty', ''],
    ['garbage', 'garbage\n'],
    ['zeros', '\0'.repeat(4_096)],
    ['a negative number', '-1\n/nowhere\n'],
  ])('when a process that has ended left postmaster.pid %s', async (_, content) => {
    writeFileSync(cluster('postmaster.pid'), content);
    await startAndAsk();
  });

  it.each([
    ['empty', ''],
    ['garbage', 'garbage'.repeat(1_000)],
    ['zeros', '\0'.repeat(8_192)],
  ])('when a process that has ended left the lock file %s', async (_, content) => {
    writeFileSync(join(folder, 'switchboard.lock'), content);
    await startAndAsk();
  });

  it('when the process id of the garbled lock belongs to another program', async () => {
    writeFileSync(join(folder, 'switchboard.lock'), 'garbage'.repeat(1_000));
    writeFileSync(join(folder, 'switchboard.pid'), `${process.ppid}\n`);
    await startAndAsk();
  });
});

it('a garbled lock file still locks the folder while its process runs', async () => {
  const other = await holder();
  writeFileSync(join(folder, 'switchboard.lock'), 'garbage'.repeat(1_000));
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  await other.end();
  await startAndAsk();
});

it('the error for data of a newer PostgreSQL says that a newer Switchboard made them', async () => {
  const version = readFileSync(cluster('PG_VERSION'), 'utf8');
  writeFileSync(cluster('PG_VERSION'), '99\n');
  await expect(startAndAsk()).rejects.toThrow(/made by a newer Switchboard.+Upgrade/);
  writeFileSync(cluster('PG_VERSION'), version);
  await startAndAsk();
});
