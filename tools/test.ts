import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBrowser } from './browser.mjs';

/** `npm test`: everything that must hold, in the order in which it fails fastest, with one line of totals at the end. */
const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-reports-'));
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
const totals = { passed: 0, failed: 0 };

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
}

/** A check counts as one. */
function check(title: string, command: string, args: string[]): void {
  console.log(`\n== ${title}`);
  if (run(command, args)) totals.passed += 1;
  else totals.failed += 1;
}

/** Counts what a runner reported; one that failed without a failing test (a crash, no test at all) counts as a failure. */
function count(ok: boolean, read: () => { passed: number; failed: number }): void {
  let result = { passed: 0, failed: 0 };
  try {
    result = read();
  } catch (error) {
    console.error(`no report: ${error instanceof Error ? error.message : error}`);
  }
  totals.passed += result.passed;
  totals.failed += result.failed || (ok && result.passed > 0 ? 0 : 1);
}

const report = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

check('types of server, contract and tools', bin('tsc'), ['-p', 'tsconfig.server.json']);
check('types of web and browser tests', bin('tsc'), ['-p', 'tsconfig.web.json']);
check('format and lint', bin('biome'), ['ci', '--error-on-warnings', '.']);
check('imports', process.execPath, ['tools/check-imports.ts']);
check('structure', process.execPath, ['tools/check-structure.ts']);
check('patterns', process.execPath, ['tools/check-patterns.ts']);
check('dead code', bin('knip'), []);
check('row types', process.execPath, ['tools/row-types.ts', '--verify']);
check('build', process.execPath, ['tools/build.mjs']);

console.log('\n== unit tests, and every slice on a real PostgreSQL');
const vitestReport = path.join(folder, 'vitest.json');
const vitestOk = run(bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
]);
count(vitestOk, () => {
  const { numPassedTests, numFailedTests } = report<{ numPassedTests: number; numFailedTests: number }>(vitestReport);
  return { passed: numPassedTests, failed: numFailedTests };
});

console.log('\n== in the browser, with accessibility');
const e2eReport = path.join(folder, 'e2e.json');
const e2eData = mkdtempSync(path.join(tmpdir(), 'switchboard-e2e-'));
const e2eOk = run(bin('playwright'), ['test'], {
  CHROMIUM: ensureBrowser(),
  E2E_REPORT: e2eReport,
  E2E_DATA_DIR: e2eData,
});
count(e2eOk, () => {
  const { stats } = report<{ stats: { expected: number; unexpected: number; flaky: number } }>(e2eReport);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
});

rmSync(folder, { recursive: true, force: true });
rmSync(e2eData, { recursive: true, force: true });
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed ? 1 : 0);
