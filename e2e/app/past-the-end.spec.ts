import { paths } from '#contract/words/paths.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

const lists = [
  ['requests', paths.adminRequests],
  ['contact messages', paths.adminContacts()],
  ['customers', paths.adminCustomers],
  ['technicians', paths.adminTechnicians()],
  ['mails', paths.adminMailLog()],
] as const;

test('A page past the end of a list leads to the first one', async ({ page, api }) => {
  // Each of them fills one page.
  await Promise.all([api.request(), api.message(), api.person('technician')]);
  for (const [name, path] of lists) {
    await test.step(name, async () => {
      await openAs(page, await api.staff('admin'), `${path}?page=40`);
      await expect(page.getByText('This page is past the end of the list')).toBeVisible();
      await page.getByRole('button', { name: 'Go to the first page' }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByText('This page is past the end of the list')).toBeHidden();
    });
  }
});
