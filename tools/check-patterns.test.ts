import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchboard-patterns-'));
  spawnSync('git', ['init', '--quiet', folder]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(file: string, code: string) {
  for (const room of ['contract', 'server', 'web']) rmSync(path.join(folder, room), { recursive: true, force: true });
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), code);
  const tool = path.join(import.meta.dirname, 'check-patterns.ts');
  const { status, stderr } = spawnSync(process.execPath, [tool, folder], { encoding: 'utf8' });
  return { status, stderr };
}

describe('a planted pattern', () => {
  it.each([
    ['an address', 'contract/planted.ts', String.raw`export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;`],
    ['slashes at the end', 'server/http/planted.ts', String.raw`export const SLASHES = /\/+$/;`],
    ['nested repetition', 'server/lib/planted.ts', 'export const NESTED = /^(a+)+$/;'],
    ['blank lines', 'web/lib/planted.ts', String.raw`export const BLANK = /\s*\n\s*\n\s*/g;`],
    ['a pattern built at run time', 'server/lib/planted.ts', 'export const made = (text: string) => new RegExp(text);'],
  ])('that is slow is reported with its file and line: %s', (_, file, code) => {
    const { status, stderr } = check(file, `\n${code}\n`);
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${file}:2: `));
  });

  it('that reads each character once is accepted', () => {
    const good = String.raw`export const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;`;
    expect(check('contract/planted.ts', good)).toEqual({ status: 0, stderr: '' });
  });
});

it('a check that finds no pattern fails', () => {
  expect(check('server/planted.ts', 'export const none = 1;')).toMatchObject({
    status: 1,
    stderr: 'no pattern found\n',
  });
});
