import { unique } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { PLAIN_HOST } from '../support/hosts.ts';
import { fillIn, openForm, received, submit } from '../support/request-form.ts';

test.use({
  // Browsers report this on every page without https.
  allowConsole: /Cross-Origin-Opener-Policy/,
  // On plain http the page is not a secure context and has no `navigator.clipboard`.
  baseURL: async ({ server }, use) => use(`http://${PLAIN_HOST}:${new URL(server).port}`),
});

test('The tracking ID and its link can be copied on plain http', async ({ page }, info) => {
  await openForm(page);
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false]);
  await fillIn(page, unique('Plain http '));
  await submit(page);
  await received(page);
  const id = (await page.locator('output').textContent()) ?? '';
  const copy = page.getByRole('button', { name: 'Copy Tracking ID' });
  await copy.click();
  await expect(page.getByText('Copied to the clipboard.')).toBeVisible();
  await expect(copy).toBeFocused();
  await expect(page.locator('textarea')).toHaveCount(0);

  await page.getByRole('link', { name: 'Track this request' }).click();
  await expect(page.getByText('Your request is being reviewed by our office.')).toBeVisible();
  const field = page.getByLabel('Tracking ID');
  const paste = async () => {
    await field.fill('');
    await field.press('ControlOrMeta+v');
  };
  await paste();
  await expect(field).toHaveValue(id);
  // A phone has no share sheet either on plain http.
  await page.getByRole('button', { name: 'Share this page' }).click();
  await expect(page.getByText('Link copied to the clipboard.'), info.project.name).toBeVisible();
  await field.fill('');
  await paste();
  // The page finds the ID in the pasted link.
  await expect(field).toHaveValue(id);
});
