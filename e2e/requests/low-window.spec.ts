import type { Locator } from '@playwright/test';
import { openRequest } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

/** The parts of a dialog that stay where they are while its content scrolls. */
const staying = (dialog: Locator) =>
  dialog
    .locator('*')
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.checkVisibility() && /sticky|fixed/.test(getComputedStyle(part).position))
        .map((part) => part.className),
    );

const windows = [
  [320, 256],
  [667, 375],
] as const;
test(`A low window belongs to the dialog's content at ${windows.map((size) => size.join('x')).join(' and ')}: its head and its buttons scroll with it`, async ({
  page,
  api,
}) => {
  const [admin, technician] = [await api.staff('admin'), await api.staff('technician')];
  const request = await api.assignedTo(technician, {
    title: 'Every second pole along the loading dock and the trailer yard is dark',
    description: 'Out since Friday, all of it.\n'.repeat(20),
  });
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await expect(dialog.getByText(/Out since Friday/)).toBeAttached();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport();
    expect(await staying(dialog)).toEqual([]);
    // A head that scrolls has room for the whole title.
    const title = dialog.getByRole('heading', { name: /the trailer yard is dark$/ });
    expect(await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(
      1,
    );
    // The form of a tab ends with its button.
    await dialog.getByRole('tab', { name: 'Status' }).click();
    const update = dialog.getByRole('button', { name: 'Update Status' });
    await update.scrollIntoViewIfNeeded();
    await expect(update).toBeInViewport({ ratio: 1 });

    await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
    const order = page.getByRole('dialog', { name: new RegExp(request.external_id) });
    await expect(order.getByRole('button', { name: 'Update Request' })).toBeAttached();
    expect(await staying(order)).toEqual([]);
  }
});
