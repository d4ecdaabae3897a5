import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureTestBrowser } from './browser.mjs';
import type { Runner } from './lib-chances.ts';
import { type Report, readPlaywright, readVitest } from './lib-reports.ts';
import { bin, root, runProgram, type Step } from './lib-steps.ts';

const node = (title: string, ...args: string[]): Step => ({ title, command: process.execPath, args });

const cache = path.join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });

/**
 * The type check of a project, by TypeScript 7, which takes a third of the time of 6. Other tools load 6 as a library, which
 * 7 does not have. It reuses the results of the last run for unchanged files.
 */
const types = (title: string, project: string): Step => {
  const known = ['--incremental', '--tsBuildInfoFile', path.join(cache, `${project}.tsbuildinfo`)];
  return node(title, 'node_modules/typescript-7/bin/tsc', '-p', `tsconfig.${project}.json`, ...known);
};

/** Checks that only read the code, the slowest first. */
export const staticChecks: readonly Step[] = [
  types('types of server, contract and tools', 'server'),
  types('types of web and browser tests', 'web'),
  types('types of the service worker', 'worker'),
  node('imports', 'tools/check-imports.ts'),
  { title: 'format and lint', command: bin('biome'), args: ['ci', '--error-on-warnings', '--colors=off', '.'] },
  node('structure', 'tools/check-structure.ts'),
  node('patterns', 'tools/check-patterns.ts'),
  node('licenses', 'tools/check-licenses.ts'),
];

export const deadCode: Step = { title: 'dead code', command: bin('knip'), args: [] };
export const rowTypes: Step = node('row types', 'tools/row-types.ts', '--verify');
export const build: Step = node('build', 'tools/build.mjs');

/** A file of its own for each pass of a runner. */
const reportIn = (folder: string, title: string, nth: number) =>
  path.join(folder, `${title.replaceAll(/\W+/g, '-')}-${nth}.json`);

/** A runner whose passes are a program each. `stepOf` gets the file for the report. */
function runner(
  title: string,
  folder: string,
  read: (file: string) => Report,
  stepOf: (report: string, nth: number, files: readonly string[] | null) => Omit<Step, 'title'>,
): Runner {
  return {
    title,
    async pass(nth, files) {
      const file = reportIn(folder, title, nth);
      const succeeded = await runProgram({ title, ...stepOf(file, nth, files) });
      return { succeeded, report: existsSync(file) ? read(file) : null };
    },
  };
}

type VitestOptions = { isLive?: boolean; isAlone?: boolean };

/** Vitest with these arguments, with one worker when it `isAlone`. Its reports go into the folder. */
export const vitest = (title: string, folder: string, args: string[], options: VitestOptions = {}): Runner =>
  runner(title, folder, readVitest, (report, _nth, files) => ({
    command: bin('vitest'),
    args: [
      'run',
      '--reporter=dot',
      '--reporter=./tools/vitest-report.ts',
      ...args,
      ...(options.isAlone || files ? ['--maxWorkers=1'] : []),
      ...(files ?? []),
    ],
    env: { VITEST_REPORT: report },
    isLive: options.isLive || files !== null,
  }));

/** Playwright with these arguments. Its reports go into the folder. */
export const playwright = (title: string, folder: string, args: string[]): Runner =>
  runner(title, folder, readPlaywright, (report, nth, files) => ({
    command: bin('playwright'),
    args: ['test', ...(files ? ['--workers=1', ...files] : args)],
    env: {
      CHROMIUM: ensureTestBrowser(),
      E2E_REPORT: report,
      // The pictures and traces of an earlier pass stay.
      E2E_RESULTS: `test-results${nth ? `/again-${nth}` : ''}`,
    },
    isLive: true,
  }));
