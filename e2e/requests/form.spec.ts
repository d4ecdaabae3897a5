import { pdf } from '#server/testing/bytes.ts';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { customer, unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { photo } from '../support/files.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  CREATE,
  chosenFiles,
  countOf,
  fileInput,
  fillIn,
  openForm,
  received,
  submit,
} from '../support/request-form.ts';

test.use({ allowConsole: /status of 4\d\d/ });

/** A Saturday. */
const CLOSED = new Date('2026-11-21T15:00:00Z');
const main = 'main';

test('The request form names every missing field and focuses the first', async ({ page }) => {
  await openForm(page);
  await expectNoSidewaysScroll(page);
  await submit(page);
  for (const text of [
    'Title is required',
    'Description is required',
    'Name is required',
    'Email is required',
    'Phone is required',
    'Service address is required',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Email').fill('not an address');
  await submit(page);
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await page.getByLabel('Title').fill('Dark stairs');
  await expect(page.getByText('Title is required')).toBeHidden();
  await page.getByLabel('Title').fill('   ');
  await submit(page);
  await expect(page.getByText('Title is required')).toBeVisible();
});

test('The request form refuses a fourth file, a wrong type and a file of 5 MB, each with its text', async ({
  page,
}) => {
  await openForm(page);
  const input = fileInput(page);
  await input.setInputFiles(['a.png', 'b.png', 'c.png', 'd.png'].map((name) => photo(name)));
  await expect(page.getByText('Maximum 3 files allowed')).toBeVisible();
  await expect(chosenFiles(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove a.png' }).click();
  await expect(chosenFiles(page)).toHaveCount(2);
  await expect(page.getByText('Maximum 3 files allowed')).toBeHidden();
  await input.setInputFiles({ name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
  await expect(
    page.getByText('Only images (JPG, PNG, GIF, WebP) and documents (PDF, DOCX, CSV) are allowed'),
  ).toBeVisible();
  const lies = { name: 'lies.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await input.setInputFiles([lies, { ...photo('chat.jpg'), mimeType: 'image/jpeg' }]);
  await expect(page.getByText("lies.jpg: This file's contents don't match its extension")).toBeVisible();
  // A picture that an app has given the wrong name.
  await page.getByRole('button', { name: 'Remove chat.png' }).click();
  await input.setInputFiles({ name: 'big.csv', mimeType: 'text/csv', buffer: Buffer.alloc(5 * 1024 * 1024, 'a') });
  await expect(page.getByText('Each file must be less than 5MB')).toBeVisible();
  await expect(chosenFiles(page)).toHaveCount(2);
  await input.setInputFiles({ name: 'most.csv', mimeType: 'text/csv', buffer: Buffer.alloc(5 * 1024 * 1024 - 1, 'a') });
  await expect(chosenFiles(page)).toHaveCount(3);
  await expect(page.getByText('Each file must be less than 5MB')).toBeHidden();
  await expectNoSidewaysScroll(page);
});

test("The server's errors stand beside their file, which stays, and beside their fields", async ({ page }) => {
  await openForm(page);
  await fillIn(page, unique('Refused '));
  await fileInput(page).setInputFiles({ name: 'lies.pdf', mimeType: 'application/pdf', buffer: pdf() });
  const text = 'A virus was found in this file. Please send it without this file, or send another one';
  const details = [{ field: 'images', message: `lies.pdf: ${text}` }];
  await page.route(
    CREATE,
    (route) => route.fulfill({ status: 400, json: { error: 'validation_failed', message: text, details } }),
    { times: 1 },
  );
  await submit(page);
  const group = page.getByRole('group', { name: /Photos or documents/ });
  await expect(group.getByText(`lies.pdf: ${text}`)).toBeVisible();
  await expect(chosenFiles(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove lies.pdf' }).click();

  await page.route(CREATE, (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: 'validation_failed',
        message: 'Please fix the errors in the form.',
        details: [
          { field: 'customerPhone', message: 'Phone is required' },
          { field: 'title', message: 'Title is required' },
        ],
        request_id: 'x',
      },
    }),
  );
  await submit(page);
  await expect(page.getByText('Please fix the errors in the form.')).toBeVisible();
  await expect(page.getByText('Phone is required')).toBeVisible();
  await expect(page.getByText('Title is required')).toBeVisible();
  await expect(page.getByLabel('Phone')).toBeFocused();
  await expect(page.getByLabel('Phone')).toHaveValue(customer().customerPhone);
});

test('A submission answers with a tracking ID that can be copied and followed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openForm(page);
  await fillIn(page, unique('Copied '));
  await submit(page);
  await received(page);
  await expect(page.getByRole('heading', { name: 'Request received' })).toBeFocused();
  await page.getByRole('button', { name: 'Copy Tracking ID' }).click();
  await expect(page.getByText('Copied to the clipboard.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^REQ-[A-Z0-9]{9}-[A-Z0-9]{5}$/);
  await expect(page.getByText(copied, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Track this request' }).click();
  await expect(page.getByText('Your request is being reviewed by our office.')).toBeVisible();
});

test('The request form can be sent with the keyboard alone, with another priority and a file', async ({
  page,
  api,
}) => {
  const title = unique('Keyboard ');
  // Before the page opens, so that the browser hands over the file dialog of the Enter below.
  page.on('filechooser', (chooser) => void chooser.setFiles(photo('keys.png')));
  await openForm(page);
  await page.getByLabel('Title').focus();
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Nothing but keys');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(/^Service \(optional\)$/)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: /Medium/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: /Low/ })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(fileInput(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chosenFiles(page)).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Remove keys.png' })).toBeFocused();
  for (const words of ['Dana Whitfield', 'dana@whitfield.example', '(407) 555-0111', '88 Sample Street']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(words);
  }
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Payment address')).toBeFocused();
  // Neither the trap field nor the hidden second button is in the tab order.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeFocused();
  await page.keyboard.press('Enter');
  await received(page);
  const { requests } = await api.office(contract.requests.list, { query: { search: title } });
  expect(requests).toMatchObject([{ priority: 'low', service_type: 'Parking Lot & Site Lighting' }]);
});

test('A payment address is sent, a blank one is not; Enter in a field sends the form', async ({ page, api }) => {
  await openForm(page);
  for (const [address, expected] of [
    ['1 Billing Road', '1 Billing Road'],
    ['   ', undefined],
  ] as const) {
    const title = unique('Paid ');
    await fillIn(page, title);
    await page.getByLabel('Payment address').fill(address);
    const sending = page.waitForRequest(CREATE);
    await page.getByLabel('Phone').press('Enter');
    expect((await sending).postDataJSON().paymentAddress).toBe(expected);
    await received(page);
    expect(await countOf(api.office, title)).toBe(1);
    await page.getByRole('button', { name: 'Submit another request' }).click();
  }
});

test('A submission with something in the invisible field is held, and in no list', async ({ page, api }) => {
  const title = unique('Trap ');
  await openForm(page);
  await fillIn(page, title);
  const trap = page.locator('input[name=website]');
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  for (const mark of ['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-protonpass-ignore'])
    await expect(trap).toHaveAttribute(mark, 'true');
  await expect(trap).toHaveAttribute('data-form-type', 'other');
  await expect(page.getByRole('textbox', { name: /Leave this empty/ })).toHaveCount(0);
  await trap.fill('https://spam.example', { force: true });
  await submit(page);
  await received(page);
  expect(await countOf(api.office, title)).toBe(0);
  const { held } = await api.office(contract.heldRequests.list, { query: {} });
  expect(held.map((request) => request.title)).toContain(title);
});

test('The request form fits a screen of 320 px', { tag: '@phone-only' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.clock.setFixedTime(CLOSED);
  await openForm(page);
  await page.getByRole('radio', { name: /Emergency/ }).check();
  await fileInput(page).setInputFiles(photo('a-long-name-without-any-place-to-break-it-20261121.png'));
  await expect(chosenFiles(page)).toHaveCount(1);
  await expectNoSidewaysScroll(page);
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the form and the tracking page show the phone and the e-mail address', async ({ page }) => {
    for (const [path, text] of [
      ['/request', 'This form needs JavaScript, which is off in this browser.'],
      ['/track', 'Looking up a request needs JavaScript, which is off in this browser.'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(text)).toBeVisible();
      const content = page.locator(main);
      await expect(content.getByRole('link', { name: '(407) 555-0142' })).toBeVisible();
      await expect(content.getByRole('link', { name: 'service@halyard.example' })).toBeVisible();
      await expect(content.getByRole('textbox')).toHaveCount(0);
      await expect(content.getByRole('button')).toHaveCount(0);
    }
  });
});
