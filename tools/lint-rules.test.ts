import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const REFUSAL = 'A limit is a word of the contract';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchboard-lint-'));
  cpSync(path.join(root, 'biome.json'), path.join(folder, 'biome.json'));
  cpSync(path.join(root, 'tools/copied-limits.grit'), path.join(folder, 'tools/copied-limits.grit'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The linter's output for a field with this attribute. */
function lint(attribute: string): string {
  writeFileSync(path.join(folder, 'planted.tsx'), `export const field = <Field ${attribute} />;\n`);
  const biome = path.join(root, 'node_modules/.bin/biome');
  const { stdout, stderr } = spawnSync(biome, ['lint', '--vcs-enabled=false', 'planted.tsx'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain('Checked 1 file');
  return stderr;
}

it.each(['maxLength={40}', 'limit={2_000}', 'maxChars={200000}', 'limit={isWide ? 40 : textLimits.phone}'])(
  'the linter refuses the copied limit in %s',
  (attribute) => expect(lint(attribute)).toContain(REFUSAL),
);

it.each(['limit={textLimits.phone}', 'tabIndex={0}', 'rows={4}'])('the linter accepts %s', (attribute) =>
  expect(lint(attribute)).not.toContain(REFUSAL),
);

it('the rule about the dependencies of effects is silenced in three places, and a fourth is a decision', () => {
  const silenced = globSync('web/**/*.{ts,tsx}', { cwd: root })
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return text
        .split('biome-ignore lint/correctness/useExhaustiveDependencies')
        .slice(1)
        .map(() => file);
    })
    .toSorted();
  expect(silenced).toEqual([
    'web/app/palette/Palette.tsx',
    'web/features/site/home/useCarousel.ts',
    'web/lib/useAddressFilters.ts',
  ]);
});
