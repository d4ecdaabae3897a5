import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../lib/root.ts';

/** What the next release changes: it has the setting next_motto, and no license any more. */
const changes: readonly [file: string, before: RegExp, after: string][] = [
  ['contract/business.ts', /(\n {2}service_area: )/, "\n  next_motto: line('Motto is required', limits.tagline),$1"],
  ['contract/business.ts', /\n {2}license: .*/, ''],
  ['server/sample-business.ts', /\n {2}license: .*/, "\n  next_motto: 'Lights on',"],
];

/**
 * Copies the source of today's server, changed as the next release may change it.
 * @returns its program for `startApp`
 */
export async function nextRelease(): Promise<{ main: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-next-'));
  for (const part of ['package.json', 'contract', 'server', 'web', 'documents']) {
    await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  for (const part of ['node_modules', 'dist']) await symlink(path.join(root, part), path.join(folder, part));
  for (const [file, before, after] of changes) {
    const source = await readFile(path.join(folder, file), 'utf8');
    if (!before.test(source)) throw new Error(`${file} has nothing like ${before}`);
    await writeFile(path.join(folder, file), source.replace(before, after));
  }
  return { main: path.join(folder, 'server/main.ts'), remove: () => rm(folder, { recursive: true, force: true }) };
}
