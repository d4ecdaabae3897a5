import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { type Api, PASSWORD } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest, sign } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo } from '../support/network.ts';
import { closeWaiting, WAITS } from '../support/outbox.ts';

const UPDATE = callTo(contract.requests.updateWithFiles);
test.use({ allowConsole: /net::ERR_|status of (400|401|403|404)|The session could not be checked/ });

/** A signed completion with a photo that waits on a phone. */
async function waitingCompletion(page: Page, api: Api) {
  const technician = await api.person('technician', 'Tina Late');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  await page.route(UPDATE, (route) => route.abort());
  const dialog = await openRequest(page, 'Work on it', request.external_id);
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await dialog.getByLabel('Notes').fill('Four ballasts replaced.');
  await dialog.locator('input[type=file][multiple]').setInputFiles([photo('pole.png')]);
  await sign(page, dialog);
  await dialog.getByRole('radio', { name: /^5 stars/ }).check();
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(WAITS)).toBeVisible();
  await closeWaiting(page, dialog);
  const read = async () => (await api.office(contract.requests.get, pathOf(request))).request;
  return { technician, request, read, letThrough: () => page.unroute(UPDATE) };
}

/** A signed completion that came too late, open in the office's dialog. */
async function lateCompletion(page: Page, api: Api) {
  const { request, read, letThrough } = await waitingCompletion(page, api);
  await api.office(contract.requests.unassign, { ...pathOf(request), body: {} });
  await letThrough();
  await page.reload();
  await expect.poll(async () => (await read()).refused_work.length).toBe(1);
  const admin = await api.staff('admin');
  await openAs(page, admin, `/dashboard/admin?requestId=${request.id}`);
  const dialog = page.getByRole('dialog');
  const panel = dialog.locator('section', { has: page.getByRole('heading', { name: 'Work That Wasn’t Saved' }) });
  await expect(panel).toBeVisible();
  return { request, read, dialog, panel };
}

test('The office saves work that came too late', async ({ page, api }) => {
  const { read, dialog, panel } = await lateCompletion(page, api);
  await expect(panel).toContainText('Tina Late sent this on');
  await expect(panel.getByText('Completed')).toBeVisible();
  await expect(panel.getByRole('img', { name: 'Unsaved customer signature' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'View pole.png in full size' })).toBeVisible();
  await expectAccessible(page, dialog);
  await expectNoSidewaysScroll(page);
  await panel.getByRole('button', { name: 'Save to Request' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText('The work was saved.')).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'Customer signature' })).toBeVisible();
  expect(await read()).toMatchObject({ status: 'completed', rating: 5, files: [{ file_name: 'pole.png' }] });
});

test('The office saves notes and photos when the request is completed', async ({ page, api }) => {
  const { request, read, dialog, panel } = await lateCompletion(page, api);
  await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'completed' } });
  await panel.getByRole('button', { name: 'Save to Request' }).click();
  await expect(panel.getByRole('alert')).toContainText('This request is completed');
  await expectAccessible(page, dialog);
  await panel.getByRole('button', { name: 'Save Notes and Photos' }).click();
  await expect(panel).toHaveCount(0);
  expect(await read()).toMatchObject({ rating: null, files: [{ file_name: 'pole.png' }] });
});

test('The office discards work after a question', async ({ page, api }) => {
  const { read, panel } = await lateCompletion(page, api);
  await panel.getByRole('button', { name: 'Discard…' }).click();
  const question = page.getByRole('dialog', { name: 'Discard the work of Tina Late?' });
  await expectAccessible(page, question);
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Discard…' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(panel).toHaveCount(0);
  expect(await read()).toMatchObject({ status: 'pending', files: [], refused_work: [] });
});

test.describe('A phone whose technician was deactivated', { tag: '@phone-only' }, () => {
  test('hands their work over when the login page opens', async ({ page, api }) => {
    const { technician, read, letThrough } = await waitingCompletion(page, api);
    await api.office(contract.users.toggleStatus, { ...pathOf(technician), body: {} });
    await letThrough();
    await page.goto('/login');
    await expect.poll(async () => (await read()).refused_work.length).toBe(1);
    expect((await read()).refused_work).toMatchObject([
      { technician: { name: 'Tina Late' }, status: 'completed', rating: 5, files: [{ file_name: 'pole.png' }] },
    ]);
    await expect(page.getByText(/unsent/)).toHaveCount(0);
  });

  test('keeps what an active technician can still send', async ({ page, api }) => {
    const { technician, read } = await waitingCompletion(page, api);
    const ASK = callTo(contract.refusedWork.ask);
    const other = await api.staff('technician');
    await page.evaluate((token) => localStorage.setItem('auth_token', token), other.token);
    const asked = page.waitForResponse(ASK);
    await page.goto('/dashboard/technician');
    expect(await (await asked).json()).toEqual({ request_ids: [] });
    await expect(page.getByText(/^This device holds an unsent update from someone else/)).toBeVisible();
    expect((await read()).refused_work).toEqual([]);
    await page.unroute(UPDATE);
    await page.evaluate(() => localStorage.removeItem('auth_token'));
    await page.goto('/login');
    await page.getByLabel('Email').fill(technician.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect.poll(async () => (await read()).status).toBe('completed');
  });
});
