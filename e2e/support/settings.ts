import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from '#contract/words/paths.ts';
import { type RunningApp, startApp } from '#server/testing/process.ts';
import type { Api } from './api.ts';
import { test as base } from './fixtures.ts';

/**
 * A server has one set of details, and other tests expect the sample's. These tests have a server of their own, one for each
 * worker, and run one after the other.
 */
const withServer = base.extend<object, { own: RunningApp }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing is needed
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-settings-'));
      const app = await startApp({
        DATA_DIR: folder,
        DATABASE_URL: '',
        ADMIN_EMAIL: process.env.E2E_ADMIN_EMAIL ?? '',
        ADMIN_PASSWORD: process.env.E2E_ADMIN_PASSWORD ?? '',
        ADMIN_NAME: 'Olive Office',
        RATE_LIMITS: 'off',
      });
      await use(app);
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  server: [async ({ own }, use) => use(own.url), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server),
});

export const SETTINGS = paths.adminSettings;
/** The details of a new installation, as the first test of this process found them. */
let sample: object | undefined;

type Settings = { name: string; version: number } & Record<string, unknown>;
/** Reads and writes the details through the API. */
type Desk = { read(): Promise<Settings>; write(details: object): Promise<void> };

const deskOn = (api: Api): Desk => ({
  async read() {
    const { settings } = await api.office<{ settings: Settings }>('GET', '/settings');
    const { updated_at: _at, ...rest } = settings;
    return rest as Settings;
  },
  write: (details) => api.office('PUT', '/settings', details).then(() => undefined),
});

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' });
export const discard = (page: Page) => page.getByRole('button', { name: 'Discard Changes' });
export const saved = (page: Page) => page.getByText('Settings saved. The site shows them now.');

/** Each test begins with the details of a new installation. */
export const test = withServer.extend<{ desk: Desk }>({
  desk: [
    async ({ api }, use) => {
      const desk = deskOn(api);
      const { version: _version, ...now } = await desk.read();
      sample ??= now;
      await desk.write(sample);
      await use(desk);
    },
    { auto: true },
  ],
});
