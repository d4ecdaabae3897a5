import { expect, openAs, test } from '../support/fixtures.ts';

for (const [path, role] of [
  ['/dashboard/admin', 'admin'],
  ['/dashboard/admin/technicians', 'admin'],
  ['/dashboard/admin/users', 'admin'],
  ['/dashboard/admin/contacts', 'admin'],
  ['/dashboard/auditor/trail', 'auditor'],
] as const) {
  test(`What is typed right after Clear Filters is searched for: ${path}`, async ({ page, api }) => {
    await openAs(page, await api.staff(role), `${path}?search=before`);
    const field = page.getByRole('searchbox', { name: 'Search' });
    await expect(field).toHaveValue('before');
    const clear = page.getByRole('button', { name: 'Clear Filters' });
    await expect(clear).toBeEnabled();
    await clear.evaluate(async (button: HTMLElement) => {
      button.click();
      // Long enough for a press to be handled, and too short for a page to be rendered.
      for (let n = 0; n < 20; n += 1) await null;
      document.querySelector<HTMLInputElement>('input[type=search]')?.focus();
      document.execCommand('insertText', false, 'after');
    });
    await expect(page).toHaveURL(new RegExp(`${path}\\?search=after$`));
    await expect(field).toHaveValue('after');
  });
}
