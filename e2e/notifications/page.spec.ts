import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, withoutLive } from '../support/network.ts';

const title = 'Notifications';

test.describe('All notifications', () => {
  test('are open to every role', async ({ page, api }) => {
    for (const role of ['admin', 'technician', 'auditor'] as const) {
      await openAs(page, await api.person(role), '/dashboard/notifications');
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      // Admins are told of the requests of other tests.
      if (role !== 'admin') await expect(page.getByText('No notifications yet')).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  });

  test('are read, deleted and paged', async ({ page, api }) => {
    const technician = await api.person('technician');
    const request = await api.assignedTo(technician, { title: `Pole ${'very '.repeat(20)}dark` });
    // 21 more: each change of the status is one.
    for (let nth = 0; nth < 21; nth += 1) {
      const status = nth % 2 ? 'assigned' : 'in_progress';
      await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status } });
    }
    await openAs(page, technician, '/dashboard/technician');
    await page.getByRole('button', { name: 'Notifications, 22 unread' }).click();
    await page.getByRole('link', { name: 'All notifications' }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows).toHaveCount(20);
    await expectNoSidewaysScroll(page);
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await next.click();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    // The last step keeps the focus, and leads no further.
    await next.press('Enter');
    await expect(next).toBeFocused();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(rows).toHaveCount(2);
    const remove = rows.last().getByRole('button', { name: /^Delete notification/ });
    await remove.click();
    await expect(rows).toHaveCount(1);
    await expect(page.getByText('21 unread')).toBeVisible();
    const marked = page.waitForResponse(callTo(contract.notifications.markAllRead));
    await page.getByRole('button', { name: 'Mark All as Read' }).click();
    await expect(page.getByText('All read')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark All as Read' })).toBeFocused();
    await marked;
    // The last one of the page: the page before it is shown.
    const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await remove.click();
    await expect(rows).toHaveCount(20);
    await expect(page.getByRole('main')).toBeFocused();
    // The page shows a change before the server has made it, and a reload would end the call.
    await removed;
    await page.reload();
    await expect(page.getByText('All read')).toBeVisible();
    await expect(rows).toHaveCount(20);
  });

  test('past the end lead to the last page, and Back leads on', async ({ page, api }) => {
    await openAs(page, await api.person('technician'), '/dashboard/technician');
    await expect(page.getByText('No requests assigned to you yet')).toBeVisible();
    await page.goto('/dashboard/notifications?page=50');
    await expect(page).toHaveURL(/notifications$/);
    await page.goBack();
    await expect(page.getByText('No requests assigned to you yet')).toBeVisible();
  });

  test.describe('that cannot be loaded', () => {
    test.use({ allowConsole: /500|Notifications could not be/ });

    test('are loaded by another try', async ({ page, api }) => {
      // Live updates would load it again before the press.
      await withoutLive(page);
      const isFailing = { value: true };
      await page.route(callTo(contract.notifications.list), (route) =>
        isFailing.value ? answer(route, 500, { message: 'No', error: 'internal', request_id: 'x' }) : route.continue(),
      );
      await openAs(page, await api.person('technician'), '/dashboard/notifications');
      await expect(page.getByText('Failed to load notifications')).toBeVisible();
      isFailing.value = false;
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByText('No notifications yet')).toBeVisible();
    });
  });
});
