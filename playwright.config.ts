import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';

// Workers load this file again: what the first load chose travels in the environment.
process.env.E2E_PORT ??= String(5100 + Math.floor(Math.random() * 800));
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'switchboard-e2e-'));
const baseURL = `http://localhost:${process.env.E2E_PORT}`;

/** The one account that is there before any test; tests make the others through the API. */
process.env.E2E_ADMIN_EMAIL = 'office@example.com';
process.env.E2E_ADMIN_PASSWORD = 'lights-on-at-seven';

const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const browser = {
  baseURL,
  launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: quietChromium },
  locale: 'en-US',
  timezoneId: 'America/New_York',
  trace: 'retain-on-failure',
} as const;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.E2E_REPORT ? [['line'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], ...browser, viewport: { width: 1280, height: 800 } } },
    { name: 'phone', use: { ...devices['Pixel 7'], ...browser, viewport: { width: 390, height: 844 } } },
  ],
  webServer: {
    command: 'node server/main.ts',
    url: `${baseURL}/api/ready`,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    timeout: 120_000,
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
    },
  },
});
