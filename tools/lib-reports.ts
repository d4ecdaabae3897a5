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

/** A test that was not run, because something that it needs is not there. Its title says what. */
export type Skipped = Pick<Outcome, 'file' | 'title'>;

/** What one pass of a runner reports. */
export type Report = {
  outcomes: Outcome[];
  skipped: Skipped[];
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

type Reported = Outcome & { hasRun: boolean; isSkipped: boolean };

const readSuite = ({ suites = [], specs = [] }: PlaywrightSuite): Reported[] => [
  ...suites.flatMap(readSuite),
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, projectName, results }) => ({
      file: `e2e/${file}`,
      title: `[${projectName}] ${title}`,
      ok: status === 'expected',
      hasRun: results.some(({ status }) => status !== 'interrupted'),
      // A test that skips itself. One that never had its turn, or not to its end, has no result that says so.
      isSkipped: results.some(({ status }) => status === 'skipped'),
      message: stripVTControlCharacters(results.flatMap(({ error }) => error?.message ?? [])[0] ?? ''),
    })),
  ),
];

/** Reads Playwright's JSON report. */
export function readPlaywright(file: string): Report {
  const { errors, ...suite } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  const reported = readSuite(suite);
  const all = reported.filter(({ isSkipped }) => !isSkipped);
  const unrun = all.filter(({ hasRun }) => !hasRun).length;
  const outside = errors.map(({ message = 'an error outside of every test' }) => stripVTControlCharacters(message));
  return {
    outcomes: all.filter(({ hasRun }) => hasRun).map(({ hasRun: _, isSkipped: __, ...outcome }) => outcome),
    skipped: reported.filter(({ isSkipped }) => isSkipped).map(({ file, title }) => ({ file, title })),
    broken: [...outside, ...(unrun ? [`${unrun} tests did not run`] : [])].join('\n') || null,
  };
}
