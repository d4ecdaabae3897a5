import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureTestBrowser } from './browser.mjs';

type Outcome = { title: string; ok: boolean; message: string };
type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};
type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    title: string;
    tests: { status: string; projectName: string; results: { error?: { message?: string } }[] }[];
  }[];
};

/** The lines of a failure's message that the summary repeats. */
const MESSAGE_LINES = 8;

/** `npm test`: everything that must hold, in the order in which it fails fastest, with one line of totals at the end. */
const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-reports-'));
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
const totals = { passed: 0, failed: 0 };
/** Repeated under the totals, because the output of a runner is long and a log may keep only its end. */
const failures: string[] = [];

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
}

function fail(title: string, message = ''): void {
  totals.failed += 1;
  failures.push([title, ...message.split('\n').slice(0, MESSAGE_LINES)].join('\n    '));
}

/** A check counts as one. */
function check(title: string, command: string, args: string[]): void {
  console.log(`\n== ${title}`);
  if (run(command, args)) totals.passed += 1;
  else fail(title);
}

/** Counts the tests that a runner reported. A runner that fails without a failing test (a crash, no test at all) counts as one failure. */
function count(runner: string, ok: boolean, read: () => Outcome[]): void {
  let outcomes: Outcome[] = [];
  try {
    outcomes = read();
  } catch (error) {
    console.error(`no report: ${error instanceof Error ? error.message : error}`);
  }
  const failed = outcomes.filter(({ ok }) => !ok);
  totals.passed += outcomes.length - failed.length;
  for (const { title, message } of failed) fail(title, message);
  if (failed.length === 0 && !(ok && outcomes.length > 0)) fail(`${runner} ended without a result`);
}

const report = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

function readVitest(file: string): Outcome[] {
  return report<VitestReport>(file).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'passed' || status === 'failed');
    const outcomes = tests.map(({ fullName, status, failureMessages }) => ({
      title: `${path.relative(root, name)}: ${fullName}`,
      ok: status === 'passed',
      message: failureMessages[0] ?? '',
    }));
    // A file that fails as a whole, in a hook for example, may name no failing test.
    const isUnnamed = status === 'failed' && outcomes.every(({ ok }) => ok);
    return isUnnamed
      ? [...outcomes, { title: path.relative(root, name), ok: false, message: message ?? '' }]
      : outcomes;
  });
}

const readSuite = ({ suites = [], specs = [] }: PlaywrightSuite): Outcome[] => [
  ...suites.flatMap(readSuite),
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ status, projectName, results }) => ({
        title: `[${projectName}] e2e/${file}: ${title}`,
        ok: status === 'expected',
        message: stripVTControlCharacters(results.flatMap(({ error }) => error?.message ?? [])[0] ?? ''),
      })),
  ),
];

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
count('vitest', vitestOk, () => readVitest(vitestReport));

console.log('\n== in the browser, with accessibility');
const e2eReport = path.join(folder, 'e2e.json');
const e2eData = mkdtempSync(path.join(tmpdir(), 'switchboard-e2e-'));
const e2eOk = run(bin('playwright'), ['test'], {
  CHROMIUM: ensureTestBrowser(),
  E2E_REPORT: e2eReport,
  E2E_DATA_DIR: e2eData,
});
count('playwright', e2eOk, () => readSuite(report<PlaywrightSuite>(e2eReport)));

rmSync(folder, { recursive: true, force: true });
rmSync(e2eData, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `- ${failure}`).join('\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed ? 1 : 0);
