import { spawn } from 'node:child_process';
import path from 'node:path';
import pLimit from 'p-limit';
import { type Runner, runWithSecondChance } from './lib-chances.ts';

/** A program that succeeds or fails. */
export type Step = {
  title: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** Shows the output while the step runs; otherwise it is shown when the step fails. */
  isLive?: boolean;
};

/** The lines of a failure's message that the summary repeats. */
const MESSAGE_LINES = 8;

export const root = path.join(import.meta.dirname, '..');
export const bin = (name: string) => path.join(root, 'node_modules/.bin', name);

const totals = { passed: 0, failed: 0 };
/** Many small checks of one table or text. They are counted apart, so that the total means tests. */
const APART: Readonly<Record<string, { what: string; passed: number }>> = {
  'server/guarantees/access.test.ts': { what: 'cells of the access table', passed: 0 },
  'tools/coverage.test.ts': { what: 'tests that the docs name', passed: 0 },
};
/** The tests that were not run; their titles say why. */
const skipped: string[] = [];
/** The failures, repeated above the totals, because the output is long and a log may keep only its end. */
const failures: string[] = [];
/** The tests that failed at first and passed when their file was run again, alone. */
const flaky: string[] = [];

function fail(title: string, message = ''): void {
  totals.failed += 1;
  failures.push([title, ...message.split('\n').slice(0, MESSAGE_LINES)].join('\n    ').trimEnd());
}

/** Runs a program to its end and says how it went. */
export function runProgram({ title, command, args, env = {}, isLive = false }: Step): Promise<boolean> {
  const began = performance.now();
  if (isLive) console.log(`\n== ${title}`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    const finish = (succeeded: boolean) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${succeeded ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`);
      if (!succeeded && output) console.log(output.trimEnd());
      resolve(succeeded);
    };
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}

async function runStep(step: Step): Promise<void> {
  if (await runProgram(step)) totals.passed += 1;
  else fail(step.title);
}

async function runTests(runner: Runner): Promise<void> {
  const { passed, failed, flaky: late, skipped: left, broken } = await runWithSecondChance(runner);
  for (const { file } of passed) (APART[file] ?? totals).passed += 1;
  for (const { file, title } of left) skipped.push(`${file} ${title}`);
  for (const { file, title, message } of failed) fail(`${file}: ${title}`, message);
  if (broken !== null) fail(runner.title, broken);
  for (const { file, title } of late) flaky.push(`${file} ${title}`);
}

/** Runs programs and tests, at most `atOnce` at a time. */
export async function runSteps(steps: readonly (Step | Runner)[], atOnce: number): Promise<void> {
  const limit = pLimit(atOnce);
  await Promise.all(steps.map((step) => limit(() => ('pass' in step ? runTests(step) : runStep(step)))));
}

/** Prints the skipped and the flaky tests, the failures and the totals, and ends the process with their exit code. */
export function finish(): never {
  if (skipped.length > 0) console.log(`\n${skipped.map((test) => `skipped: ${test}`).join('\n')}`);
  if (flaky.length > 0) console.log(`\n${flaky.map((test) => `flaky: ${test}`).join('\n')}`);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `- ${failure}`).join('\n')}`);
  if (flaky.length > 0) console.log(`\n${flaky.length} flaky: failed at first, passed when run again alone`);
  const apart = Object.values(APART).flatMap(({ what, passed }) => (passed ? [`${passed} ${what}`] : []));
  if (apart.length > 0) console.log(`\nCounted apart: ${apart.join(', ')}`);
  console.log(
    `\n${totals.passed} passed, ${totals.failed} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`,
  );
  process.exit(totals.failed ? 1 : 0);
}
