import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { hold } from '../support/network.ts';

const MINE = /\/api\/requests\/assigned\/me$/;
const ALL = /\/api\/requests\?/;

/** Notes whether a dialog is there at the moment when the page's heading appears. */
const watchFirstFrame = (page: Page, title: string) =>
  page.addInitScript((text) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== text) return;
      observer.disconnect();
      document.documentElement.dataset.opened = String(document.querySelector('[role=dialog]') !== null);
    });
    observer.observe(document, { childList: true, subtree: true });
  }, title);

async function assigned(api: Api) {
  const technician = await api.staff('technician');
  return { technician, admin: await api.staff('admin'), request: await api.assignedTo(technician) };
}

for (const { title, path, role, list } of [
  { title: 'Technician Dashboard', path: '/dashboard/technician', role: 'technician', list: MINE },
  { title: 'My Requests', path: '/dashboard/technician/requests', role: 'technician', list: MINE },
  { title: 'Admin Dashboard', path: '/dashboard/admin', role: 'admin', list: ALL },
] as const) {
  test(`A requestId opens its dialog with the first frame of ${title}, and does not wait for the list`, {
    tag: '@phone',
  }, async ({ page, api }) => {
    const { request, ...people } = await assigned(api);
    await watchFirstFrame(page, title);
    const letListArrive = await hold(page, list);
    const listCalled = page.waitForRequest(list);
    await openAs(page, people[role], `${path}?requestId=${request.id}`);
    const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
    await expect(dialog).toContainText(request.title);
    await expect(page.locator('html')).toHaveAttribute('data-opened', 'true');
    await listCalled;
    await expect(rowOf(page, request.external_id)).toHaveCount(0);
    letListArrive();
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, request.external_id)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });
}

test('A link to a work order that was begun opens it without a question', { tag: '@phone' }, async ({ page, api }) => {
  const { technician, request } = await assigned(api);
  const path = `/dashboard/technician?requestId=${request.id}`;
  await openAs(page, technician, path);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByLabel('Notes').fill('Half a thought');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep for later' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(path);
  await expect(dialog.getByLabel('Notes')).toHaveValue('Half a thought');
  await expect(page).toHaveURL(/technician$/);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Discard unsaved changes?' })).toBeVisible();
});
