import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, deadCode, playwright, rowTypes, staticChecks, vitest } from './lib-checks.ts';
import { finish, root, runSteps } from './lib-steps.ts';
import { ensureProgram } from './packages.mjs';

/**
 * `npm test`: runs all checks and tests, the fastest first, with one line of totals at the end.
 * `npm test -- <part of a path>` runs all checks, and only the files of tests whose path has this part.
 */
const [part] = process.argv.slice(2);
const filesOf = (...globs: string[]) => globSync(globs, { cwd: root }).filter((file) => file.includes(part ?? ''));
const fileTests = filesOf('{contract,demo,server,tools,web}/**/*.test.ts');
const browserTests = filesOf('e2e/**/*.spec.ts');
if (!fileTests.length && !browserTests.length) {
  console.error(`The path of no test has the part "${part}".`);
  process.exit(2);
}
const only = (files: readonly string[]) => (part === undefined ? [] : [...files]);
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-reports-'));

// These steps run two at a time. The test runners below have workers of their own and run alone.
await runSteps([...staticChecks, build, deadCode, rowTypes], 2);
// The tests of printed documents read them with poppler's programs, and are skipped without.
ensureProgram('/usr/bin/pdftoppm', 'poppler-utils');
if (fileTests.length) {
  await runSteps(
    [vitest('unit tests, and every slice on a real PostgreSQL', folder, only(fileTests), { isLive: true })],
    1,
  );
}
if (browserTests.length) {
  await runSteps([playwright('in the browser, with accessibility', folder, only(browserTests))], 1);
}

rmSync(folder, { recursive: true, force: true });
finish();
