import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureTestBrowser } from './browser.mjs';
import { readPlaywright, readVitest } from './lib-reports.ts';
import { bin, root, type Step } from './lib-steps.ts';

const node = (title: string, ...args: string[]): Step => ({ title, command: process.execPath, args });

const cache = path.join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });

/** The type check of a project. It reuses the results of the last run for unchanged files. */
const types = (title: string, project: string): Step => {
  const known = ['--incremental', '--tsBuildInfoFile', path.join(cache, `${project}.tsbuildinfo`)];
  return { title, command: bin('tsc'), args: ['-p', `tsconfig.${project}.json`, ...known] };
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
];

export const deadCode: Step = { title: 'dead code', command: bin('knip'), args: [] };
export const rowTypes: Step = node('row types', 'tools/row-types.ts', '--verify');
export const build: Step = node('build', 'tools/build.mjs');

/** Vitest with these arguments. Its JSON report goes into the folder. */
export function vitest(title: string, folder: string, args: string[], isLive = false): Step {
  const file = path.join(folder, `${title.replaceAll(/\W+/g, '-')}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  return { title, command: bin('vitest'), args: ['run', ...reporters, ...args], read: () => readVitest(file), isLive };
}

/** Playwright with these arguments. Its report and the data of its server go into the folder. */
export function playwright(title: string, folder: string, args: string[]): Step {
  const file = path.join(folder, 'playwright.json');
  const env = { CHROMIUM: ensureTestBrowser(), E2E_REPORT: file, E2E_DATA_DIR: path.join(folder, 'e2e') };
  return {
    title,
    command: bin('playwright'),
    args: ['test', ...args],
    env,
    read: () => readPlaywright(file),
    isLive: true,
  };
}
