import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readPlaywright, readVitest } from './lib-reports.ts';

const root = path.join(import.meta.dirname, '..');

/** A folder in the project with these files. */
function planted(files: Record<string, string>): string {
  mkdirSync(path.join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'test-results', 'planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}
const env = (report: Record<string, string>) => {
  // A runner must not take itself for a part of this one.
  const { VITEST, VITEST_MODE, VITEST_POOL_ID, VITEST_WORKER_ID, NODE_OPTIONS, ...own } = process.env;
  return { ...own, ...report };
};

function vitestOf(files: Record<string, string>, ...args: string[]) {
  const folder = planted({ 'vitest.config.ts': 'export default {};\n', ...files });
  const report = path.join(folder, 'report.json');
  const reporter = path.join(root, 'tools/vitest-report.ts');
  spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, `--reporter=${reporter}`, ...args],
    { cwd: root, env: env({ VITEST_REPORT: report }) },
  );
  return { report: readVitest(report), at: (name: string) => path.relative(root, path.join(folder, name)) };
}

const imports = "import { beforeAll, describe, expect, it } from 'vitest';\n";

it('Vitest: each test is reported with its file, and a file that fails in a hook as a whole', () => {
  const { report, at } = vitestOf({
    'some.test.ts': `${imports}it('passes', () => {});\nit('fails', () => expect(1).toBe(2));\nit.skip('skips', () => {});\n`,
    'hook.test.ts': `${imports}beforeAll(() => { throw new Error('no set-up'); });\nit('never runs', () => {});\n`,
    'nested.test.ts': `${imports}describe('a part', () => { beforeAll(() => { throw new Error('no part'); }); it('x', () => {}); });\nit('passes', () => {});\n`,
    'import.test.ts': `import './missing.ts';\n`,
  });
  expect(report.broken).toBeNull();
  expect(report.skipped).toEqual([{ file: at('some.test.ts'), title: 'skips' }]);
  const seen = report.outcomes.map(({ file, title, ok }) => [file, title, ok]).sort();
  expect(seen).toEqual(
    [
      [at('hook.test.ts'), 'as a whole', false],
      [at('import.test.ts'), 'as a whole', false],
      [at('nested.test.ts'), 'as a whole', false],
      [at('nested.test.ts'), 'passes', true],
      [at('some.test.ts'), 'fails', false],
      [at('some.test.ts'), 'passes', true],
    ].sort(),
  );
  expect(report.outcomes.find(({ file }) => file === at('hook.test.ts'))?.message).toContain('no set-up');
});

it('Vitest: a run that is cut short, or has an error outside of every test, is broken', () => {
  const failing = Array.from({ length: 4 }, (_, n) => `it('fails ${n}', () => expect(1).toBe(2));`).join('\n');
  const cut = vitestOf({ 'a.test.ts': `${imports}${failing}`, 'b.test.ts': `${imports}${failing}` }, '--bail=2');
  expect(cut.report.broken).toContain('the run was cut short');
  const outside = `${imports}it('passes', async () => { Promise.reject(new Error('nobody waits')); await 0; });\n`;
  expect(vitestOf({ 'a.test.ts': outside }).report.broken).toContain('nobody waits');
  const died = `${imports}it('dies', () => process.kill(process.pid, 'SIGKILL'));\n`;
  expect(vitestOf({ 'a.test.ts': died }, '--pool=forks').report.broken).not.toBeNull();
});

function playwrightOf(specs: Record<string, string>, options = '') {
  const config = `export default { testDir: 'e2e', outputDir: 'out', workers: 1, projects: [{ name: 'desktop' }], reporter: [['json', { outputFile: 'report.json' }]], ${options} };\n`;
  const files = Object.entries(specs).map(([name, text]) => [
    `e2e/${name}`,
    `import { test } from '@playwright/test';\n${text}`,
  ]);
  const folder = planted({ 'playwright.config.ts': config, ...Object.fromEntries(files) });
  const cli = 'node_modules/@playwright/test/cli.js';
  const args = [cli, 'test', '--config', path.join(folder, 'playwright.config.ts')];
  spawnSync(process.execPath, args, { cwd: root, env: env({}) });
  return readPlaywright(path.join(folder, 'report.json'));
}

it('Playwright: each test is reported with its file, and a test that skips itself apart', () => {
  const { outcomes, skipped, broken } = playwrightOf({
    'a.spec.ts': `test('passes', () => {});\ntest('fails', () => { throw new Error('no light'); });\ntest.skip('skips', () => {});\n`,
  });
  expect(broken).toBeNull();
  expect(skipped).toEqual([{ file: 'e2e/a.spec.ts', title: '[desktop] skips' }]);
  expect(outcomes).toEqual([
    { file: 'e2e/a.spec.ts', title: '[desktop] passes', ok: true, message: '' },
    { file: 'e2e/a.spec.ts', title: '[desktop] fails', ok: false, message: expect.stringContaining('no light') },
  ]);
});

it('Playwright: a run that is cut short, or has a file that cannot be read, is broken', () => {
  const failing = Array.from({ length: 4 }, (_, n) => `test('fails ${n}', () => { throw new Error(); });`).join('\n');
  const cut = playwrightOf({ 'a.spec.ts': failing, 'b.spec.ts': failing }, 'maxFailures: 2');
  expect(cut.broken).toContain('tests did not run');
  expect(playwrightOf({ 'a.spec.ts': `import './missing.ts';\n` }).broken).toContain('missing.ts');
});
