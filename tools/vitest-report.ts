import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import type { Outcome, Report, Skipped } from './lib-reports.ts';

const root = path.join(import.meta.dirname, '..');

const messageOf = (errors: readonly { message?: string; stack?: string }[] = []) =>
  errors[0]?.stack ?? errors[0]?.message ?? '';

/** What failed outside of the tests of a file, in a hook for example. */
const errorsOf = (module: TestModule) => [module, ...module.children.allSuites()].flatMap((part) => part.errors());

/** The outcomes of a file. One that fails as a whole, in a hook for example, may name no failing test. */
function outcomesOf(module: TestModule): Outcome[] {
  const file = path.relative(root, module.moduleId);
  const outcomes = [...module.children.allTests()].flatMap((test: TestCase): Outcome[] => {
    const { state, errors } = test.result();
    if (state === 'skipped' || state === 'pending') return [];
    return [{ file, title: test.fullName, ok: state === 'passed', message: messageOf(errors) }];
  });
  if (module.ok() || outcomes.some(({ ok }) => !ok)) return outcomes;
  return [...outcomes, { file, title: 'as a whole', ok: false, message: messageOf(errorsOf(module)) }];
}

function skippedOf(module: TestModule): Skipped[] {
  const file = path.relative(root, module.moduleId);
  return [...module.children.allTests('skipped')].map(({ fullName: title }) => ({ file, title }));
}

/** Writes what a run of Vitest has found to the file that VITEST_REPORT names. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for it.
export default class VitestReport implements Reporter {
  #listed: readonly string[] = [];

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#listed = specifications.map(({ moduleId }) => moduleId);
  }

  onTestRunEnd(...[modules, unhandled, reason]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const run = new Set(modules.map(({ moduleId }) => moduleId));
    const missing = this.#listed.filter((file) => !run.has(file)).map((file) => path.relative(root, file));
    const unfinished = modules.some((module) =>
      [...module.children.allTests()].some((test) => test.result().state === 'pending'),
    );
    const broken = [
      ...(reason === 'interrupted' ? ['the run was cut short'] : []),
      ...(unfinished ? ['tests did not finish'] : []),
      ...missing.map((file) => `${file} did not run`),
      ...unhandled.map((error) => messageOf([error])),
    ];
    const report: Report = {
      outcomes: modules.flatMap(outcomesOf),
      // Behind a failed hook nothing is skipped for a reason of its own.
      skipped: modules.filter((module) => errorsOf(module).length === 0).flatMap(skippedOf),
      broken: broken.join('\n') || null,
    };
    writeFileSync(process.env.VITEST_REPORT ?? '', JSON.stringify(report));
  }
}
