import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, succeed } from '../support/network.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const opened = async (page: Page): Promise<Locator> => {
  await bell(page).click();
  const list = page.getByRole('dialog', { name: /^Notifications/ });
  await expect(list).toBeVisible();
  return list;
};

test.describe('The bell', () => {
  test('keeps the focus after each of its actions, so that Escape closes it', async ({ page, api }) => {
    const technician = await api.person('technician');
    for (const title of ['Pole 1 is dark', 'Pole 2 is dark']) await api.assignedTo(technician, { title });
    await openAs(page, technician, '/dashboard/technician');
    const list = await opened(page);
    const remove = list.getByRole('button', { name: /^Delete notification/ });
    await expect(remove).toHaveCount(2);
    await remove.first().press('Enter');
    await expect(remove).toHaveCount(1);
    await expect(remove).toBeFocused();
    const all = list.getByRole('button', { name: 'Mark all as read' });
    await all.press('Enter');
    await expect(all).toBeDisabled();
    await expect(all).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
  });

  test('shows a technician a new work order, and opens it', { tag: '@phone-only' }, async ({ page, api }) => {
    const technician = await api.person('technician');
    await openAs(page, technician, '/dashboard/technician');
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    const request = await api.assignedTo(technician, {
      priority: 'Emergency',
      title: `Poles ${'of the south lot '.repeat(8)}are dark`,
    });
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
    const list = await opened(page);
    const work = list.getByRole('link', { name: /Unread: New work order/ });
    await expect(work).toContainText(request.external_id);
    await expect(work).toContainText('High');
    await expect(work).toContainText('Service request');
    await expect(work).toContainText('just now');
    await expectNoSidewaysScroll(page);
    // The whole list is on the screen.
    for (const part of [list.getByRole('link', { name: 'All notifications' }), list.getByRole('button').last()]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    const box = await list.boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    expect([box && box.x >= 0, box && box.x + box.width <= width]).toEqual([true, true]);
    await work.click();
    await expect(page.getByRole('dialog', { name: new RegExp(request.external_id) })).toBeVisible();
    // The dialog hides the page from screen readers, the bell included.
    await expect(page.locator('header').getByLabel('Notifications', { exact: true })).toBeAttached();
  });

  test('shows an admin a contact message, and opens it from any screen', async ({ page, api }) => {
    await openAs(page, await api.person('admin'), '/dashboard/admin/users');
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
    const message = await api.message({ name: 'Zora Bellringer' });
    const list = await opened(page);
    await list.getByRole('link', { name: /Zora Bellringer/ }).click();
    await expect(page).toHaveURL(/\/dashboard\/admin\/contacts/);
    await expect(page.getByRole('dialog').getByText(message.message)).toBeVisible();
  });

  test('says so when there is nothing, also to an auditor, and is closed by Escape', async ({ page, api }) => {
    await openAs(page, await api.person('auditor'), '/dashboard/auditor');
    await bell(page).focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: /^Notifications/ });
    await expect(list.getByText('No notifications yet.')).toBeVisible();
    await expect(list.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(bell(page)).toBeFocused();
  });

  test('shows 99+ above 99, and counts again every 30 seconds', async ({ page, api }) => {
    let unreadCount = 99;
    await page.clock.install();
    await page.route(callTo(contract.notifications.unreadCount), (route) =>
      succeed(route, contract.notifications.unreadCount, { unreadCount }),
    );
    await openAs(page, await api.staff('technician'), '/dashboard/technician');
    await expect(bell(page)).toHaveText('99');
    unreadCount = 100;
    // A poll may be due only after the 30 seconds: its time begins when the page has taken the first answer in.
    await expect(async () => {
      await page.clock.runFor(30_000);
      await expect(bell(page)).toHaveText('99+', { timeout: 3_000 });
    }).toPass();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 99+ unread');
  });

  test('is read in another tab at once when it is read in this one', async ({ page, api, context }) => {
    const technician = await api.person('technician');
    await api.assignedTo(technician);
    await openAs(page, technician, '/dashboard/technician');
    const second = await context.newPage();
    await second.goto('/dashboard/technician');
    for (const tab of [page, second]) await expect(bell(tab)).toHaveText('1');
    const list = await opened(page);
    await list.getByRole('button', { name: 'Mark all as read' }).click();
    for (const tab of [page, second]) await expect(bell(tab)).toHaveText('');
  });

  test.describe('while the server refuses', () => {
    test.use({ allowConsole: /500|Notifications could not be/ });

    test('takes a change back that it has shown, and says nothing', async ({ page, api }) => {
      const technician = await api.person('technician');
      await api.assignedTo(technician);
      await openAs(page, technician, '/dashboard/technician');
      const list = await opened(page);
      await expect(list.getByRole('link')).toHaveCount(2);
      let refuse = () => {};
      await page.route(/\/api\/notifications\/(\d+|mark-all-read)/, async (route) => {
        await new Promise<void>((resolve) => {
          refuse = resolve;
        });
        await answer(route, 500, { message: 'Something went wrong on our side.', error: 'internal', request_id: 'x' });
      });
      const work = list.getByRole('link', { name: /Unread: New work order/ });
      for (const change of [/^Delete notification/, 'Mark all as read']) {
        await list.getByRole('button', { name: change }).click();
        // Before the server has answered.
        await expect(work).toHaveCount(0);
        await expect(bell(page)).toHaveText('');
        refuse();
        await expect(work).toBeVisible();
        await expect(bell(page)).toHaveText('1');
      }
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  });
});
