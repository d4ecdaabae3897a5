import { rm } from 'node:fs/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { newFastFolder } from '#server/testing/fast-folder.ts';
import { BUILT, endApps, type RunningApp, startApp } from '#server/testing/programs/process.ts';
import { type Api, OFFICE, openApi } from './api.ts';

export { expect } from '@playwright/test';

/** How many times slower the processor of a page is: `npm run test:slow` finds races that a fast machine hides. */
const SLOWDOWN = Number(process.env.E2E_SLOWDOWN ?? 1);

/** Errors of the page itself, and everything the content security policy refused. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
  return problems;
}

type TestFixtures = { allowConsole: RegExp | null; quietPage: undefined };
type WorkerFixtures = { app: RunningApp; server: string; api: Api };

/**
 * A desktop runs every test, except those tagged `@phone-only`. A phone runs those tagged `@phone` or `@phone-only`: tests of what
 * is laid out, opened or pressed in another way on a small screen. The projects select by tag, so that no test is skipped at run time.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  page: async ({ page }, use) => {
    if (SLOWDOWN > 1) {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    }
    await use(page);
  },

  /** The built product on a database of its own: tests that run at the same moment share nothing. */
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing is needed
    async ({}, use) => {
      const folder = await newFastFolder('switchboard-e2e-');
      const shelf = await newFastFolder('switchboard-e2e-shelf-');
      const env = {
        DATA_DIR: folder,
        BACKUP_DIR: shelf,
        DATABASE_URL: '',
        ADMIN_EMAIL: OFFICE.email,
        ADMIN_PASSWORD: OFFICE.password,
        ADMIN_NAME: OFFICE.name,
        RATE_LIMITS: 'off',
      };
      const app = await startApp(env, BUILT);
      app.process.stderr?.pipe(process.stderr);
      await use(app);
      await endApps();
      for (const each of [folder, shelf]) await rm(each, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  /** The address of the server under test. */
  server: [async ({ app }, use) => use(app.url), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server),

  api: [async ({ app }, use) => use(await openApi(app)), { scope: 'worker' }],

  /** Console errors a test expects, such as the browser's own line about an answer with 401. */
  allowConsole: [null, { option: true }],

  quietPage: [
    async ({ page, allowConsole }, use) => {
      const problems = watch(page);
      await use(undefined);
      const unexpected = problems.filter((problem) => !allowConsole?.test(problem));
      expect(unexpected, 'no console error, no page error, no CSP report').toEqual([]);
    },
    { auto: true },
  ],
});

/** Whether the test runs in the project of phones. */
export const isOnPhone = (info: { project: { name: string } }) => info.project.name === 'phone';

/** Gives the page this person's session before its first document. */
export const signIn = (page: Page, person: { token: string }) =>
  // Only before the first document: what the product removes later must stay removed.
  page.addInitScript((token) => {
    // A frame inside of the page has a session of its own, or may have none: the preview of a mail is sandboxed.
    if (window !== window.top || sessionStorage.getItem('signed_in_as') === token) return;
    sessionStorage.setItem('signed_in_as', token);
    localStorage.setItem('auth_token', token);
  }, person.token);

/** Opens a path with this person's session in the browser's storage, without the login form. */
export async function openAs(page: Page, person: { token: string }, path: string): Promise<void> {
  await signIn(page, person);
  await page.goto(path);
}
