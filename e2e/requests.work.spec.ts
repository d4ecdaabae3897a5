import type { Locator, Page } from '@playwright/test';
import { sign } from './dashboards.ts';
import { photo } from './files.ts';
import { expect, expectAccessible, openAs, test } from './fixtures.ts';

const UPDATE = '**/update-with-files';
const SENT = 'Request updated successfully!';
const FAILED = 'Failed to update request';

type Api = Parameters<Parameters<typeof test>[2]>[0]['api'];

/** A request of its own, assigned to a technician of its own, its work order open on the screen. */
async function openOrder(page: Page, api: Api) {
  const technician = await api.person('technician');
  const request = await api.request();
  await api.office('PATCH', `/requests/${request.id}/assign`, { technician_id: technician.id });
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByRole('radio', { name: 'In Progress' }).check({ force: true });
  const saved = async () =>
    (
      await api.office<{ request: { notes: string; status: string; files: object[] } }>(
        'GET',
        `/requests/${request.id}`,
      )
    ).request;
  return { dialog, request, technician, saved };
}

const update = (dialog: Locator) => dialog.getByRole('button', { name: 'Update Request' });

/** From now on the server does what it is asked, and its answer is lost on the way back. */
async function loseAnswers(page: Page): Promise<string[]> {
  const keys: string[] = [];
  await page.route(UPDATE, async (route) => {
    keys.push((await route.request().headerValue('idempotency-key')) ?? '');
    await route.fetch();
    await route.abort();
  });
  return keys;
}

test.describe('a work order whose answer was lost', () => {
  test.use({ allowConsole: /net::ERR_|status of 4(00|09|22)/ });

  test('is the same one when it is sent again unchanged', async ({ page, api }) => {
    const { dialog, saved } = await openOrder(page, api);
    await dialog.getByLabel('Notes').fill('Ballast replaced.');
    await dialog.locator('input[type=file][multiple]').setInputFiles(photo('ballast.png'));
    await loseAnswers(page);
    await update(dialog).click();
    await expect(dialog.getByText(FAILED)).toBeVisible();
    await page.unroute(UPDATE);
    // Meanwhile the page may have read the newest state by itself.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await update(dialog).click();
    await expect(dialog.getByText(SENT)).toBeVisible();
    const { notes, files } = await saved();
    expect(notes.match(/Ballast replaced\./g)).toHaveLength(1);
    expect(files).toHaveLength(1);
  });

  test('loses no edit: it says what happened, keeps what was typed, and takes it with one press more', async ({
    page,
    api,
  }) => {
    const { dialog, saved, technician } = await openOrder(page, api);
    await dialog.getByLabel('Notes').fill('First words.');
    const keys = await loseAnswers(page);
    await update(dialog).click();
    await expect(dialog.getByText(FAILED)).toBeVisible();
    expect((await saved()).notes).toContain('First words.');
    await page.unroute(UPDATE);

    await dialog.getByLabel('Notes').fill('Second words.');
    const second = page.waitForRequest(UPDATE);
    await update(dialog).click();
    expect(await (await second).headerValue('idempotency-key')).not.toBe(keys[0]);
    // The first one had arrived: the edit stands on an old state, and people are told so.
    const told = dialog.getByRole('alert').filter({ hasText: technician.name });
    await expect(told).toContainText('Your earlier try may have been saved although no answer came');
    await expect(told).toContainText('press Update Request again');
    await expect(dialog.getByLabel('Notes')).toHaveValue('Second words.');
    await expect(dialog.getByText('First words.')).toBeVisible();
    await expectAccessible(page);

    await update(dialog).click();
    await expect(dialog.getByText(SENT)).toBeVisible();
    const { notes } = await saved();
    expect(notes.match(/First words\./g)).toHaveLength(1);
    expect(notes.match(/Second words\./g)).toHaveLength(1);
  });

  test('that never arrived takes the edit at once, under a key of its own', async ({ page, api }) => {
    const { dialog, saved } = await openOrder(page, api);
    const keys: string[] = [];
    await page.route(UPDATE, async (route) => {
      keys.push((await route.request().headerValue('idempotency-key')) ?? '');
      await (keys.length < 3 ? route.abort() : route.continue());
    });
    await dialog.getByLabel('Notes').fill('First words.');
    for (let tries = 1; tries <= 2; tries += 1) {
      await update(dialog).click();
      await expect.poll(() => keys.length).toBe(tries);
      await expect(dialog.getByText(FAILED)).toBeVisible();
    }
    await dialog.getByLabel('Notes').fill('Second words.');
    await update(dialog).click();
    await expect(dialog.getByText(SENT)).toBeVisible();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    const { notes } = await saved();
    expect(notes).not.toContain('First words.');
    expect(notes).toContain('Second words.');
  });

  test('that completed the request says so to an edited rating', async ({ page, api }) => {
    const { dialog, saved } = await openOrder(page, api);
    await dialog.getByRole('radio', { name: 'Completed' }).check({ force: true });
    await sign(page, dialog);
    await dialog.getByRole('radio', { name: /^4 stars/ }).check({ force: true });
    await loseAnswers(page);
    await update(dialog).click();
    await expect(dialog.getByText(FAILED)).toBeVisible();
    await page.unroute(UPDATE);
    await dialog.getByRole('radio', { name: /^5 stars/ }).check({ force: true });
    await update(dialog).click();
    const told = dialog.getByRole('alert').filter({ hasText: 'cannot be changed' });
    await expect(told).toContainText('Your earlier try may have been saved although no answer came');
    expect(await saved()).toMatchObject({ status: 'completed', rating: 4 });
    // What is left of the edit still goes out.
    await dialog.getByLabel('Notes').fill('Key returned.');
    await update(dialog).click();
    await expect(dialog.getByText(SENT)).toBeVisible();
    expect((await saved()).notes).toContain('Key returned.');
  });
});
