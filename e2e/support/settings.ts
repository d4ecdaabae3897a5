import type { Page } from '@playwright/test';
import { paths } from '#contract/words/paths.ts';
import type { Api } from './api.ts';
import { contract, type Input } from './calls.ts';
import { test as base } from './fixtures.ts';

export const SETTINGS = paths.adminSettings;
type Settings = Input<typeof contract.settings.update>['body'];
/** Reads and writes the details through the API. */
type Desk = { read(): Promise<Settings>; write(details: Settings): Promise<void> };

const deskOn = (api: Api): Desk => ({
  async read() {
    const { settings } = await api.office(contract.settings.get, {});
    const { updated_at: _at, ...rest } = settings;
    return rest;
  },
  write: (details) => api.office(contract.settings.update, { body: details }).then(() => undefined),
});

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' });
export const discard = (page: Page) => page.getByRole('button', { name: 'Discard Changes' });
export const saved = (page: Page) => page.getByText('Settings saved. The site shows them now.');

/**
 * Each test begins with the details of a new installation. Other tests expect them as well: what is made once for each worker
 * here gives these tests workers, and so servers, of their own.
 */
export const test = base.extend<{ desk: Desk }, { sample: Settings }>({
  sample: [
    async ({ api }, use) => {
      const { version: _version, ...details } = await deskOn(api).read();
      await use(details);
    },
    { scope: 'worker' },
  ],
  desk: [
    async ({ api, sample }, use) => {
      const desk = deskOn(api);
      await desk.write(sample);
      await use(desk);
    },
    { auto: true },
  ],
});
