import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, deadCode, playwright, rowTypes, staticChecks, vitest } from './lib-checks.ts';
import { finish, runSteps } from './lib-steps.ts';
import { ensureProgram } from './packages.mjs';

/** `npm test`: runs all checks and tests, the fastest first, with one line of totals at the end. */
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-reports-'));

// These steps run two at a time. The test runners below have two workers each and run alone.
await runSteps([...staticChecks, build, deadCode, rowTypes], 2);
// The tests of printed documents read them with poppler's programs, and are skipped without.
ensureProgram('/usr/bin/pdftoppm', 'poppler-utils');
await runSteps([vitest('unit tests, and every slice on a real PostgreSQL', folder, [], true)], 1);
await runSteps([playwright('in the browser, with accessibility', folder, [])], 1);

rmSync(folder, { recursive: true, force: true });
finish();
