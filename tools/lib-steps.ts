import { spawn } from 'node:child_process';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Outcome } from './lib-reports.ts';

/** A step of `npm run check` and `npm test`: a program that succeeds or fails, or a runner that reports its tests. */
export type Step = {
  title: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** Reads the runner's report. Without a reader the step counts as one test. */
  read?: () => Outcome[];
  /** Shows the output while the step runs; otherwise it is shown when the step fails. */
  isLive?: boolean;
};

/** The lines of a failure's message that the summary repeats. */
const MESSAGE_LINES = 8;

export const root = path.join(import.meta.dirname, '..');
export const bin = (name: string) => path.join(root, 'node_modules/.bin', name);

const totals = { passed: 0, failed: 0 };
/** The failures, repeated above the totals, because the output is long and a log may keep only its end. */
const failures: string[] = [];

function fail(title: string, message = ''): void {
  totals.failed += 1;
  failures.push([title, ...message.split('\n').slice(0, MESSAGE_LINES)].join('\n    ').trimEnd());
}

/** Counts the tests of a runner. A runner that fails without a failing test (a crash, no tests) counts as one failure. */
function count(title: string, succeeded: boolean, read: () => Outcome[]): void {
  let outcomes: Outcome[] = [];
  try {
    outcomes = read();
  } catch (error) {
    console.error(`no report: ${error instanceof Error ? error.message : error}`);
  }
  const failed = outcomes.filter(({ ok }) => !ok);
  totals.passed += outcomes.length - failed.length;
  for (const { title, message } of failed) fail(title, message);
  if (failed.length === 0 && !(succeeded && outcomes.length > 0)) fail(`${title}: ended without a result`);
}

function run({ title, command, args, env = {}, read, isLive = false }: Step): Promise<void> {
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
      if (read) count(title, succeeded, read);
      else if (succeeded) totals.passed += 1;
      else fail(title);
      resolve();
    };
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}

/** Runs the steps, at most `atOnce` at a time. */
export async function runSteps(steps: readonly Step[], atOnce: number): Promise<void> {
  const limit = pLimit(atOnce);
  await Promise.all(steps.map((step) => limit(() => run(step))));
}

/** Prints the failures and the totals, and ends the process with their exit code. */
export function finish(): never {
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `- ${failure}`).join('\n')}`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  process.exit(totals.failed ? 1 : 0);
}
