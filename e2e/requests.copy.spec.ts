import { expect, test, unique } from './fixtures.ts';
import { fillIn, openForm, received, submit } from './requests.ts';

/** A name as an office's own network has it: on plain http it is no secure context, and `navigator.clipboard` is missing. */
const HOST = 'lights.example';
const port = process.env.E2E_PORT;

test.use({
  // Browsers say so of every page that is not on https.
  allowConsole: /Cross-Origin-Opener-Policy/,
  baseURL: `http://${HOST}:${port}`,
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      `--host-resolver-rules=MAP ${HOST} localhost`,
    ],
  },
});

test('the tracking ID and its link can be copied on plain http', async ({ page }, info) => {
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
  // A phone shares by its own sheet, which plain http does not have either.
  await page.getByRole('button', { name: 'Share this page' }).click();
  await expect(page.getByText('Link copied to the clipboard.'), info.project.name).toBeVisible();
  await field.fill('');
  await paste();
  // The page finds the ID in the link that was pasted.
  await expect(field).toHaveValue(id);
});
