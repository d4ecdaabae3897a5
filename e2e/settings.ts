import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from '#contract/words/paths.ts';
import { type RunningApp, startApp } from '#server/testing/process.ts';
import { test as base } from './fixtures.ts';

/** The details are one for a whole server, and other tests expect the sample's: these tests have a server of their own. */
const withServer = base.extend<object, { own: RunningApp }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright is told that nothing is needed
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
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});

export const SETTINGS = paths.adminSettings;
/** The details of a new installation, as the first test of this process found them. */
let sample: object | undefined;

type Settings = { name: string; version: number } & Record<string, unknown>;
/** The office's own way to the details, past the screen. */
type Desk = { read(): Promise<Settings>; write(details: object): Promise<void> };

/** With fetch, which never reuses a connection that the server is about to close; a page may keep a test for seconds. */
async function deskOn(url: string): Promise<Desk> {
  const send = async (method: string, at: string, body?: object, token?: string) => {
    const answer = await fetch(`${url}/api${at}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const account = { email: process.env.E2E_ADMIN_EMAIL, password: process.env.E2E_ADMIN_PASSWORD };
  const { token } = (await send('POST', '/auth/login', account)) as { token: string };
  return {
    async read() {
      const { settings } = (await send('GET', '/settings', undefined, token)) as { settings: Settings };
      const { updated_at: _at, ...rest } = settings;
      return rest as Settings;
    },
    write: (details) => send('PUT', '/settings', details, token).then(() => undefined),
  };
}

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' });
export const discard = (page: Page) => page.getByRole('button', { name: 'Discard Changes' });
export const saved = (page: Page) => page.getByText('Settings saved. The site shows them now.');

/** Each test begins with the same details, whatever the one before has left. */
export const test = withServer.extend<{ desk: Desk }>({
  desk: [
    async ({ own }, use) => {
      const desk = await deskOn(own.url);
      const { version: _version, ...now } = await desk.read();
      sample ??= now;
      await desk.write(sample);
      await use(desk);
    },
    { auto: true },
  ],
});
