import { defineConfig, devices } from '@playwright/test';
import { PLAIN_HOST } from './e2e/support/hosts.ts';
import { findTestBrowser } from './tools/browser.mjs';

const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A host name that is not `localhost`: on plain http it is no secure context.
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
];
const browser = {
  launchOptions: { executablePath: findTestBrowser() ?? '/usr/bin/chromium', args: quietChromium },
  locale: 'en-US',
  // Tests answer calls themselves, which they could not do behind a service worker. The test of the worker allows it.
  serviceWorkers: 'block',
  // Dialogs that open at once save an eighth of the run. The slow run (`npm run test:slow`) sees them move.
  contextOptions: { reducedMotion: process.env.E2E_SLOWDOWN ? 'no-preference' : 'reduce' },
  timezoneId: 'America/New_York',
  // A failure leaves the page as text and as a picture, and a trace of all steps, calls and console lines. Pictures and copies of the
  // page for every step cost a third of the whole run: `npx playwright test --trace on` records them.
  screenshot: 'only-on-failure',
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
} as const;

export default defineConfig({
  testDir: 'e2e',
  outputDir: process.env.E2E_RESULTS ?? 'test-results',
  fullyParallel: true,
  workers: 2,
  // Failed files are run again later, alone (tools/lib-chances.ts).
  retries: 0,
  // A broken tree ends early.
  maxFailures: 10,
  // Limits that only a hang reaches: a machine that others use as well may take several times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env.E2E_REPORT ? [['dot'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      use: { ...devices['Desktop Chrome'], ...browser, viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...devices['Pixel 7'], ...browser, viewport: { width: 390, height: 844 } },
    },
  ],
});
