import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The result of one test. */
export type Outcome = { title: string; ok: boolean; message: string };

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

const root = path.join(import.meta.dirname, '..');
const report = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

/** Reads Vitest's JSON report. */
export function readVitest(file: string): Outcome[] {
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

/** Reads Playwright's JSON report. */
export const readPlaywright = (file: string): Outcome[] => readSuite(report<PlaywrightSuite>(file));
