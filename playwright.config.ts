import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { TEST_SETTINGS } from './server/testing/process.ts';
import { findTestBrowser } from './tools/browser.mjs';

/** A port that nobody listens on now. A configuration cannot wait for one, so another process looks. */
function freePort(): string {
  const look =
    "const s = require('node:net').createServer().listen(0, () => { console.log(s.address().port); s.close(); })";
  return execFileSync(process.execPath, ['-e', look], { encoding: 'utf8' }).trim();
}

// Each worker loads this file again, and finds the choices of the first load in the environment.
process.env.E2E_PORT ??= freePort();
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'switchboard-e2e-'));
const baseURL = `http://localhost:${process.env.E2E_PORT}`;

/** The one account that is there before any test; tests make the others through the API. */
process.env.E2E_ADMIN_EMAIL = 'office@example.com';
process.env.E2E_ADMIN_PASSWORD = 'lights-on-at-seven';

process.env.E2E_PLAIN_HOST = 'lights.example';

const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A host name that is not `localhost`: on plain http it is no secure context.
  `--host-resolver-rules=MAP ${process.env.E2E_PLAIN_HOST} localhost`,
];
const browser = {
  baseURL,
  launchOptions: { executablePath: findTestBrowser() ?? '/usr/bin/chromium', args: quietChromium },
  locale: 'en-US',
  // Tests answer calls themselves, which they could not do behind a service worker. The test of the worker allows it.
  serviceWorkers: 'block',
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
  webServer: {
    command: 'node dist/server/main.js',
    url: `${baseURL}/api/ready`,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    timeout: 300_000,
    env: {
      PORT: process.env.E2E_PORT,
      HOST: 'localhost',
      DATA_DIR: process.env.E2E_DATA_DIR,
      DATABASE_URL: '',
      ADMIN_EMAIL: process.env.E2E_ADMIN_EMAIL,
      ADMIN_PASSWORD: process.env.E2E_ADMIN_PASSWORD,
      ADMIN_NAME: 'Olive Office',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      ...TEST_SETTINGS,
    },
  },
});
