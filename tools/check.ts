import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, playwright, staticChecks, vitest } from './lib-checks.ts';
import { finish, root, runSteps } from './lib-steps.ts';

/**
 * `npm run check`: all checks without a database and a browser, in under a minute on two cores.
 * `npm run check -- <feature>` adds that feature's slices on PostgreSQL and its browser tests.
 */
const [feature] = process.argv.slice(2);
const slices = feature ? `server/features/${feature}` : '';
const browserTests = feature ? `e2e/${feature}` : '';
const exists = (folder: string) => folder !== '' && existsSync(path.join(root, folder));
if (feature && !exists(slices) && !exists(browserTests)) {
  console.error(`There is no feature "${feature}": neither ${slices} nor ${browserTests} exists.`);
  process.exit(2);
}

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-reports-'));
const unit = vitest('unit tests', folder, ['--project', 'unit'], { isAlone: true });
await runSteps([unit, ...staticChecks], 2);
if (exists(slices))
  await runSteps([vitest('slices', folder, ['--project', 'database', `${slices}/`], { isLive: true })], 1);
if (exists(browserTests)) {
  await runSteps([build], 1);
  await runSteps([playwright('browser tests', folder, [`${browserTests}/`])], 1);
}
rmSync(folder, { recursive: true, force: true });
finish();
