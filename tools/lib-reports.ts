import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The result of one test. */
export type Outcome = {
  /** The file of the test, from the root of the project. */
  file: string;
  title: string;
  ok: boolean;
  message: string;
};

/** What one pass of a runner reports. */
export type Report = {
  outcomes: Outcome[];
  /** Why it is not the whole truth: a run that was cut short, or an error outside of every test; null when it is. */
  broken: string | null;
};

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    title: string;
    tests: { status: string; projectName: string; results: { status: string; error?: { message?: string } }[] }[];
  }[];
};
type PlaywrightReport = PlaywrightSuite & { errors: { message?: string }[] };

/** Reads the report that tools/vitest-report.ts has written. */
export const readVitest = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Report;

type Reported = Outcome & { hasRun: boolean };

const readSuite = ({ suites = [], specs = [] }: PlaywrightSuite): Reported[] => [
  ...suites.flatMap(readSuite),
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      // A test that skips itself. One that never had its turn, or not to its end, is called skipped as well.
      .filter(({ results }) => !results.some(({ status }) => status === 'skipped'))
      .map(({ status, projectName, results }) => ({
        file: `e2e/${file}`,
        title: `[${projectName}] ${title}`,
        ok: status === 'expected',
        hasRun: results.some(({ status }) => status !== 'interrupted'),
        message: stripVTControlCharacters(results.flatMap(({ error }) => error?.message ?? [])[0] ?? ''),
      })),
  ),
];

/** Reads Playwright's JSON report. */
export function readPlaywright(file: string): Report {
  const { errors, ...suite } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  const all = readSuite(suite);
  const unrun = all.filter(({ hasRun }) => !hasRun).length;
  const outside = errors.map(({ message = 'an error outside of every test' }) => stripVTControlCharacters(message));
  return {
    outcomes: all.filter(({ hasRun }) => hasRun).map(({ hasRun: _hasRun, ...outcome }) => outcome),
    broken: [...outside, ...(unrun ? [`${unrun} tests did not run`] : [])].join('\n') || null,
  };
}
