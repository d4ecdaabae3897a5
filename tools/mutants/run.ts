import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Mutant, mutants } from './list.ts';

/**
 * `npm run mutants [-- part of a file's path]`: makes one defect after the other in a copy of the project, and says which of them the tests
 * don't notice. It belongs before a release, because it takes about half an hour.
 */
const root = path.join(import.meta.dirname, '..', '..');
const [part = ''] = process.argv.slice(2);
const chosen = mutants.filter(({ file }) => file.includes(part));
if (!chosen.length) throw new Error(`No mutant is in a file with "${part}" in its path.`);

const copy = mkdtempSync(path.join(tmpdir(), 'switchboard-mutants-'));
const run = (command: string, args: readonly string[], cwd: string) =>
  spawnSync(command, args, { cwd, encoding: 'utf8' });

function testsPass(tests: readonly string[]): boolean {
  const { status } = run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...tests], copy);
  return status === 0;
}

/** @throws Error when the text of a mutant does not stand once in its file: the code has moved on */
function textOf({ file, from, to }: Mutant): { before: string; after: string } {
  const before = readFileSync(path.join(copy, file), 'utf8');
  if (before.split(from).length !== 2) throw new Error(`${file}: "${from}" does not stand there once`);
  return { before, after: before.replace(from, () => to) };
}

try {
  if (run('git', ['clone', '--quiet', '--local', root, copy], root).status !== 0)
    throw new Error('the project could not be copied');
  for (const folder of ['node_modules', 'dist']) symlinkSync(path.join(root, folder), path.join(copy, folder));
  const texts = chosen.map((mutant) => ({ mutant, ...textOf(mutant) }));
  if (!testsPass([...new Set(chosen.flatMap(({ tests }) => tests))]))
    throw new Error('the tests fail without a defect');
  const survivors: Mutant[] = [];
  for (const { mutant, before, after } of texts) {
    const file = path.join(copy, mutant.file);
    writeFileSync(file, after);
    const survived = testsPass(mutant.tests);
    writeFileSync(file, before);
    if (survived) survivors.push(mutant);
    console.log(`${survived ? 'SURVIVED' : 'noticed '} ${mutant.file}: ${mutant.does}`);
  }
  const noticed = chosen.length - survivors.length;
  console.log(`\n${noticed} of ${chosen.length} noticed (${Math.round((100 * noticed) / chosen.length)} %)`);
  process.exitCode = survivors.length ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
