import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { openRequest, rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, hold } from '../support/network.ts';

const MINE = callTo(contract.requests.listMine);
const ALL = callTo(contract.requests.list);

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
    tag: role === 'technician' ? '@phone-only' : [],
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

test('A dialog that a link opens can be closed in its first moment, before the history has it', async ({
  page,
  api,
}) => {
  const { admin, request } = await assigned(api);
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('[role=dialog] button[aria-label=Close]');
      if (!button) return;
      observer.disconnect();
      document.documentElement.dataset.closedIn = JSON.stringify(history.state?.usr ?? null);
      button.click();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await openAs(page, admin, `/dashboard/admin?search=${request.external_id}&requestId=${request.id}`);
  await expect(page.locator('html'), 'the layer is not in the history').toHaveAttribute('data-closed-in', 'null');
  await expect(page).toHaveURL(/\/admin\?search=[\w-]+$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The layer does not come later, and no page too many is left.
  await openRequest(page, 'View Details', request.external_id);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\?search=[\w-]+$/);
});

test('A link to a work order that was begun opens it without a question', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const { technician, request } = await assigned(api);
  const path = `/dashboard/technician?requestId=${request.id}`;
  await openAs(page, technician, path);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByLabel('Notes').fill('Half a thought');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep for later' }).click();
  await expect(dialog).toBeHidden();
  // The dialog was closed without losing what was entered.
  await openRequest(page, 'Work on it', request.external_id);
  await expect(dialog.getByLabel('Notes')).toHaveValue('Half a thought');
  await page.goto(path);
  await expect(dialog.getByLabel('Notes')).toHaveValue('Half a thought');
  await expect(page).toHaveURL(/technician$/);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Discard unsaved changes?' })).toBeVisible();
});
