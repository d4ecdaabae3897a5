import type { Outcome, Report, Skipped } from './lib-reports.ts';

/** Runs tests and reports on them. */
export type Runner = {
  title: string;
  /**
   * One pass over all tests, or over these files only, one after the other.
   * @param nth 0 for the first pass; each pass keeps its data in folders of its own
   * @returns the report; null when the runner wrote none
   */
  pass(nth: number, files: readonly string[] | null): Promise<{ succeeded: boolean; report: Report | null }>;
};

export type Verdict = {
  passed: Outcome[];
  failed: Outcome[];
  /** What failed at first and passed later. These tests are in `passed` as well. */
  flaky: Outcome[];
  /** What the first pass did not run. */
  skipped: Skipped[];
  /** Why the run is no proof, whatever its tests say; null otherwise. */
  broken: string | null;
};

/** How often files with failures are run again. */
const CHANCES = 2;
/** More files than this with failures are no noise. */
const FILES_MAX = 10;

const filesOf = (outcomes: readonly Outcome[]) => [...new Set(outcomes.map(({ file }) => file))];
const failuresOf = (outcomes: readonly Outcome[]) => outcomes.filter(({ ok }) => !ok);

/**
 * Runs all tests, and then the files with failures again, alone: on a busy machine a test may fail by chance, but not three times. A run
 * that was cut short stays broken, because a test that never ran has not passed.
 */
export async function runWithSecondChance(runner: Runner): Promise<Verdict> {
  const first = await runner.pass(0, null);
  let broken = brokenBy(first);
  let outcomes = first.report?.outcomes ?? [];
  const failedBefore: Outcome[] = [];
  for (let nth = 1; nth <= CHANCES && broken === null; nth += 1) {
    const files = filesOf(failuresOf(outcomes));
    if (files.length === 0) break;
    if (files.length > FILES_MAX) {
      broken = `${files.length} files have failures, which is no noise`;
      break;
    }
    failedBefore.push(...failuresOf(outcomes));
    console.log(`\nAgain, alone (${nth} of ${CHANCES}): ${files.join(', ')}`);
    const again = await runner.pass(nth, files);
    broken = brokenBy(again);
    const fresh = (again.report?.outcomes ?? []).filter(({ file }) => files.includes(file));
    broken ??= lostBy(outcomes, fresh, files);
    outcomes = [...outcomes.filter(({ file }) => !files.includes(file)), ...fresh];
  }
  const passed = outcomes.filter(({ ok }) => ok);
  const isSame = (one: Outcome, other: Outcome) => one.file === other.file && one.title === other.title;
  const failed = failuresOf(outcomes);
  const healed = failedBefore.filter((test) => !failed.some((other) => isSame(other, test)));
  const flaky = healed.filter((test, at) => healed.findIndex((other) => isSame(other, test)) === at);
  return { passed, failed, flaky, skipped: first.report?.skipped ?? [], broken };
}

function brokenBy({ succeeded, report }: Awaited<ReturnType<Runner['pass']>>): string | null {
  if (report === null) return 'ended without a report';
  if (report.broken !== null) return report.broken;
  if (report.outcomes.length === 0) return 'ran no test';
  if (!succeeded && failuresOf(report.outcomes).length === 0) return 'failed without a failing test';
  return null;
}

/** A file that is run again must run the tests that it ran before, or more of them. */
function lostBy(before: readonly Outcome[], fresh: readonly Outcome[], files: readonly string[]): string | null {
  for (const file of files) {
    const countIn = (outcomes: readonly Outcome[]) => outcomes.filter((outcome) => outcome.file === file).length;
    if (countIn(fresh) < countIn(before)) return `${file}: ran fewer tests when it was run again`;
  }
  return null;
}
