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

/** Starts the database in the folder, asks it something and stops it. */
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

/** Another process that takes the folder and keeps it until it is told to end. */
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

describe('no human is needed', () => {
  it.each([
    ['empty', ''],
    ['garbage', 'garbage\n'],
    ['zeros', '\0'.repeat(4_096)],
    ['a negative number', '-1\n/nowhere\n'],
  ])('when postmaster.pid is left %s by a process that is gone', async (_, content) => {
    writeFileSync(cluster('postmaster.pid'), content);
    await startAndAsk();
  });

  it.each([
    ['empty', ''],
    ['garbage', 'garbage'.repeat(1_000)],
    ['zeros', '\0'.repeat(8_192)],
  ])('when the lock file is left %s', async (_, content) => {
    writeFileSync(join(folder, 'switchboard.lock'), content);
    await startAndAsk();
  });

  it('when the process that had the garbled lock is somebody else by now', async () => {
    writeFileSync(join(folder, 'switchboard.lock'), 'garbage'.repeat(1_000));
    writeFileSync(join(folder, 'switchboard.pid'), `${process.ppid}\n`);
    await startAndAsk();
  });
});

it('a garbled lock of a process that lives is still its lock', async () => {
  const other = await holder();
  writeFileSync(join(folder, 'switchboard.lock'), 'garbage'.repeat(1_000));
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  await other.end();
  await startAndAsk();
});

it('data of a newer PostgreSQL is said to be made by a newer version', async () => {
  const version = readFileSync(cluster('PG_VERSION'), 'utf8');
  writeFileSync(cluster('PG_VERSION'), '99\n');
  await expect(startAndAsk()).rejects.toThrow(/made by a newer Switchboard.+Upgrade/);
  writeFileSync(cluster('PG_VERSION'), version);
  await startAndAsk();
});
