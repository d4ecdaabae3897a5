import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { photo } from '../support/files.ts';
import { expect, test } from '../support/fixtures.ts';
import { hold, SCRIPTS } from '../support/network.ts';
import {
  chosenFiles,
  countOf,
  expectKeptFiles,
  fileInput,
  fillIn,
  openForm,
  received,
  submit,
} from '../support/request-form.ts';

const KEPT = 'We kept what you typed on this device.';

/** Waits until this device keeps neither texts nor files. */
async function expectNoDraft(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('request_draft'))).toBeNull();
  await expectKeptFiles(page, 0);
}

test('A draft survives a reload with its files, and is deleted when it is sent', async ({ page, api }) => {
  const title = unique('Kept ');
  await openForm(page);
  await expect(page.getByText(KEPT)).toBeHidden();
  await fillIn(page, title);
  await page.getByLabel(/^Service \(optional\)$/).selectOption('LED Retrofits');
  await page.getByRole('radio', { name: /Low/ }).check();
  await fileInput(page).setInputFiles([photo('pole.png'), photo('panel.png', [20, 90, 200])]);
  await expect(chosenFiles(page)).toHaveCount(2);
  await expectKeptFiles(page, 2);
  await page.reload();
  await expect(page.getByText(KEPT)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Service address')).toHaveValue('88 Sample Street, Orlando, FL 32801');
  await expect(page.getByLabel(/^Service \(optional\)$/)).toHaveValue('LED Retrofits');
  await expect(page.getByRole('radio', { name: /Low/ })).toBeChecked();
  await expect(page.getByText('pole.png')).toBeVisible();
  await expect(page.getByText('panel.png')).toBeVisible();
  await submit(page);
  await received(page);
  await expectNoDraft(page);
  const { requests } = await api.office(contract.requests.list, { query: { search: title } });
  expect(requests).toHaveLength(1);
  const { request } = await api.office(contract.requests.get, pathOf(requests[0]));
  expect(request.priority).toBe('low');
  expect(request.files.map(({ file_name }) => file_name).sort()).toEqual(['panel.png', 'pole.png']);
  await page.getByRole('button', { name: 'Submit another request' }).click();
  await expect(page.getByText(KEPT)).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(chosenFiles(page)).toHaveCount(0);
});

test('Nothing moves when a draft is restored and the office is closed', { tag: '@phone' }, async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-21T15:00:00Z'));
  await openForm(page);
  await fillIn(page, unique('Steady '));
  await page.getByRole('radio', { name: /Emergency/ }).check();
  await fileInput(page).setInputFiles([photo('a.png'), photo('b.png')]);
  await expect(chosenFiles(page)).toHaveCount(2);
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      type Shift = PerformanceEntry & { sources: { node: Element | null }[] };
      for (const entry of list.getEntries() as Shift[]) {
        shifts.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? 'text'));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The window is as tall as the whole form, so that a shift below the fold counts as well.
  const width = page.viewportSize()?.width ?? 390;
  await page.setViewportSize({ width, height: 2600 });
  await expectKeptFiles(page, 2);
  await page.reload();
  await expect(page.getByText(KEPT)).toBeVisible();
  await expect(chosenFiles(page)).toHaveCount(2);
  await expect(page.getByRole('radio', { name: /Emergency/ })).toBeChecked();
  await expect(page.getByRole('main').getByRole('link', { name: /^Call/ })).toHaveCount(2);
  // The browser reports a shift after its frame.
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
});

test('A draft in two tabs is sent once, and the second tab says so', async ({ page, context, api }) => {
  const title = unique('Twice ');
  await openForm(page);
  await fillIn(page, title);
  await fileInput(page).setInputFiles(photo('pole.png'));
  await expectKeptFiles(page, 1);
  const [second, third] = [await context.newPage(), await context.newPage()];
  for (const tab of [second, third]) {
    await openForm(tab);
    await expect(tab.getByLabel('Title')).toHaveValue(title);
    await expect(tab.getByText('pole.png')).toBeVisible();
  }
  await submit(page);
  await received(page);
  const id = (await page.getByText(/^REQ-/).textContent()) ?? '';
  await submit(second);
  await received(second);
  await expect(second.getByText(/^REQ-/)).toHaveText(id);
  await expect(second.getByText('Another tab had already sent this request. It was sent only once.')).toBeVisible();
  expect(await countOf(api.office, title)).toBe(1);

  // What was changed since then is another request.
  await third.getByLabel('Description').fill('The light in the next hall went out, too.');
  await submit(third);
  await received(third);
  await expect(third.getByText(/^REQ-/)).not.toHaveText(id);
  await expect(third.getByText('Another tab had already sent')).toBeHidden();
  expect(await countOf(api.office, title)).toBe(2);
});

test('Start over empties the form, and Undo restores it', async ({ page }) => {
  const title = unique('Undone ');
  await openForm(page);
  await fillIn(page, title);
  await page.getByRole('radio', { name: /Low/ }).check();
  await fileInput(page).setInputFiles(photo('pole.png'));
  await expect(chosenFiles(page)).toHaveCount(1);
  await expectKeptFiles(page, 1);
  await page.reload();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByText('The form is empty again.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByRole('radio', { name: /Medium/ })).toBeChecked();
  await expect(chosenFiles(page)).toHaveCount(0);
  await expectNoDraft(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByRole('radio', { name: /Low/ })).toBeChecked();
  await expect(chosenFiles(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText(KEPT)).toBeHidden();
});

test('A draft is kept for 7 days and no longer', async ({ page }) => {
  const title = unique('Old ');
  await page.clock.install({ time: new Date('2026-11-02T15:00:00Z') });
  await openForm(page);
  await page.getByLabel('Title').fill(title);
  await fileInput(page).setInputFiles(photo('old.png'));
  await expect(chosenFiles(page)).toHaveCount(1);
  await page.clock.setFixedTime(new Date('2026-11-09T14:59:00Z'));
  await expectKeptFiles(page, 1);
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(chosenFiles(page)).toHaveCount(1);
  await page.clock.setFixedTime(new Date('2026-11-09T15:01:00Z'));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeEnabled();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(chosenFiles(page)).toHaveCount(0);
  await expectNoDraft(page);
});

test("A link can preselect the service, which replaces the draft's", async ({ page }) => {
  await openForm(page, '/request?service=nonsense');
  await expect(page.getByLabel(/^Service \(optional\)$/)).toHaveValue('');
  await page.getByLabel('Title').fill('Two services');
  await page.getByLabel(/^Service \(optional\)$/).selectOption('Interior Lighting Maintenance');
  await openForm(page, '/request?service=led-retrofits');
  await expect(page.getByLabel('Title')).toHaveValue('Two services');
  await expect(page.getByLabel(/^Service \(optional\)$/)).toHaveValue('LED Retrofits');
});

test('Blocked storage does not break the form', async ({ page, api }) => {
  const title = unique('Blocked ');
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'indexedDB', { get: refuse });
  });
  await openForm(page);
  await fillIn(page, title);
  await fileInput(page).setInputFiles(photo('pole.png'));
  await submit(page);
  await received(page);
  expect(await countOf(api.office, title)).toBe(1);
});

test('Full storage does not break the form', async ({ page, api }) => {
  const title = unique('Full ');
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openForm(page);
  await fillIn(page, title);
  await fileInput(page).setInputFiles(photo('pole.png'));
  await submit(page);
  await received(page);
  expect(await countOf(api.office, title)).toBe(1);
});

test('A stored value that is not a draft is ignored', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('request_draft', '{"values":{"title":7},"key":null,"saved_at":"x"}');
  });
  await openForm(page);
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText(KEPT)).toBeHidden();
});

test('Input made before the script arrives stays, and cannot be sent before', async ({ page }) => {
  const letThrough = await hold(page, SCRIPTS);
  await page.goto('/request', { waitUntil: 'commit' });
  const title = page.getByLabel('Title');
  await title.fill('Typed early');
  await page.getByLabel('Description').fill('Before any script');
  await page.getByRole('radio', { name: /Low/ }).check();
  const button = page.getByRole('button', { name: 'Submit Request' });
  await expect(button).toBeDisabled();
  await title.press('Enter');
  letThrough();
  await expect(button).toBeEnabled();
  expect(new URL(page.url()).search).toBe('');
  await expect(title).toHaveValue('Typed early');
  await expect(page.getByLabel('Description')).toHaveValue('Before any script');
  await expect(page.getByRole('radio', { name: /Low/ })).toBeChecked();
  await button.click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('Title is required')).toBeHidden();
});
