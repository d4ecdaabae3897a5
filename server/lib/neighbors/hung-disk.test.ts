import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
let pipe: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-hung-'));
  pipe = path.join(folder, 'pipe');
  // Who opens a pipe waits for its other end, as for a disk that hangs.
  execFileSync('mkfifo', [pipe]);
});
afterAll(() => rm(folder, { recursive: true }));

const MODULE = JSON.stringify(path.join(import.meta.dirname, 'hung-disk.ts'));

it.each([
  ['ends although a disk does not answer', () => pipe, null, 'SIGKILL'],
  ['ends as usual when all disks answer', () => import.meta.filename, 7, null],
] as const)('a process %s', async (_, file, code, signal) => {
  const program = `
    import { open } from 'node:fs/promises';
    import { endWithoutDisk } from ${MODULE};
    void open(${JSON.stringify(file())});
    await endWithoutDisk();
    process.exit(7);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([code, signal]);
});
