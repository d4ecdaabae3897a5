import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { banner, field, fill, form, open, SUBMIT, send } from '../support/contact-form.ts';
import { expect, test } from '../support/fixtures.ts';
import { hold } from '../support/network.ts';

test.describe('The fields of the contact form', () => {
  const rules: [name: string, value: string, text: string][] = [
    ['Name', '', 'Name is required'],
    ['Name', '   ', 'Name is required'],
    ['Name', ' D ', 'Name must be at least 2 characters'],
    ['Email', '', 'Email is required'],
    ['Email', 'dana', 'Please enter a valid email'],
    ['Email', 'dana@whitfield', 'Please enter a valid email'],
    ['Email', 'dana w@whitfield.example', 'Please enter a valid email'],
    ['Message', '', 'Message is required'],
    ['Message', ' too few  ', 'Message must be at least 10 characters'],
  ];
  test('each show the text of the rule that is broken, and nothing is sent', async ({ page }) => {
    let calls = 0;
    await page.route(SUBMIT, (route) => {
      calls += 1;
      return route.abort();
    });
    await open(page);
    const alerts = form(page).getByRole('alert').filter({ hasText: /./ });
    for (const [name, value, text] of rules) {
      // The text of the rule before may be the same one.
      await fill(page);
      await expect(alerts).toHaveCount(0);
      await field(page, name).fill(value);
      await send(page).click();
      await expect(field(page, name)).toHaveAccessibleDescription(new RegExp(`${text}$`));
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
      await expect(field(page, name)).toBeFocused();
      await expect(alerts).toHaveText([text]);
    }
    expect(calls).toBe(0);
  });

  test('missing values are all named at once, the first field is focused, and each text goes away with its correction', async ({
    page,
  }) => {
    await open(page);
    await send(page).click();
    const alerts = form(page).getByRole('alert').filter({ hasText: /./ });
    await expect(alerts).toHaveText(['Name is required', 'Email is required', 'Message is required']);
    await expect(field(page, 'Name')).toBeFocused();
    await expectNoSidewaysScroll(page);
    await field(page, 'Name').fill('Dana');
    await expect(alerts).toHaveText(['Email is required', 'Message is required']);
  });
});

test('A message reaches the office, and the thanks stay for 10 seconds', async ({ page, api }) => {
  await page.clock.install();
  await open(page);
  const message = unique('Sign lighting at the corner ');
  await fill(page, { Phone: '(407) 555-0111', Message: message });
  await page.clock.pauseAt(Date.now() + 60_000);
  await send(page).click();
  await expect(banner(page)).toContainText('We reply within 24-48 business hours.');
  await expect(banner(page)).toBeInViewport();
  for (const name of ['Name', 'Email', 'Phone', 'Message']) await expect(field(page, name)).toHaveValue('');
  await expect(form(page).getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await expect(send(page)).toBeFocused();
  await page.clock.runFor(9_900);
  await expect(banner(page)).toBeVisible();
  await page.clock.runFor(100);
  await expect(banner(page)).toHaveCount(0);
  await expect(send(page)).toBeFocused();

  const found = await api.office(contract.contact.list, { query: { search: message } });
  expect(found.data.contacts).toMatchObject([
    { name: 'Dana Whitfield', email: 'dana@whitfield.example', phone: '(407) 555-0111', message, status: 'new' },
  ]);
});

test('The contact form can be filled in and sent with the keyboard alone', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const name of ['service request', '(407) 555-0199']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link', { name }).first()).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(field(page, 'Name')).toBeFocused();
  for (const text of ['Dana Whitfield', 'dana@whitfield.example', '', unique('Do you light signs? ')]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(send(page)).toBeFocused();
  // Without a phone, which is optional.
  await expect(field(page, 'Phone')).toHaveAttribute('aria-required', 'false');
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeVisible();
});

test('Ctrl and Enter in the message send the form, as its button does', async ({ page }) => {
  await open(page);
  await field(page, 'Message').fill(unique('Do you light signs? '));
  await field(page, 'Message').press('Control+Enter');
  await expect(page.getByText('Name is required')).toBeVisible();
  await field(page, 'Name').fill('Dana Whitfield');
  await field(page, 'Email').fill('dana@whitfield.example');
  await field(page, 'Message').press('Control+Enter');
  await expect(banner(page)).toBeVisible();
});

test('The trap field for programs is out of reach for people', async ({ page }) => {
  await open(page);
  const trap = page.locator('input[name="website"]');
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  await expect(form(page).getByRole('textbox')).toHaveCount(4);
  expect(await trap.evaluate((input) => (input.closest('[aria-hidden="true"]') as HTMLElement).offsetWidth)).toBe(1);
  await field(page, 'Message').focus();
  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();
});

test('A message with something in the trap field is thanked and goes to spam', async ({ page, api }) => {
  await open(page);
  const message = unique('Buy our lamps ');
  await fill(page, { Message: message });
  await page.locator('input[name="website"]').fill('https://lamps.example');
  await send(page).click();
  await expect(banner(page)).toBeVisible();
  const found = await api.office(contract.contact.list, { query: { search: message } });
  expect(found.data.contacts).toMatchObject([{ message, status: 'spam' }]);
});

test('Input made before the script arrives stays, and the browser does not send it by itself', async ({ page }) => {
  const release = await hold(page, '**/assets/ContactPage*.js');
  await page.goto('/contact', { waitUntil: 'commit' });
  await fill(page, { Message: 'Typed early, kept whole.' });
  await expect(send(page)).toBeDisabled();
  await expect(send(page)).toHaveCSS('background-color', 'rgb(255, 176, 32)');
  await field(page, 'Name').press('Enter');
  release();
  await expect(send(page)).toBeEnabled();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(field(page, 'Name')).toHaveValue('Dana Whitfield');
  await expect(field(page, 'Message')).toHaveValue('Typed early, kept whole.');
  await send(page).click();
  await expect(banner(page)).toBeVisible();
});

test.describe('The emergency phone on the contact page', () => {
  test('stands before the form, plain while the office is open and highlighted while it is closed', {
    tag: '@phone',
  }, async ({ page }) => {
    for (const [at, closed] of [
      ['2026-03-02T15:00:00Z', false],
      ['2026-03-03T03:00:00Z', true],
    ] as const) {
      await page.clock.setFixedTime(at);
      await open(page);
      const emergency = page.getByRole('region', { name: 'Emergency? Do not write, call.' });
      const number = emergency.getByRole('link', { name: '(407) 555-0199' });
      await expect(number).toHaveAttribute('href', 'tel:+14075550199');
      const box = async (of: typeof emergency) => (await of.boundingBox())?.y ?? 0;
      expect(await box(emergency)).toBeLessThan(await box(form(page)));
      await expect(page.getByRole('main').getByText(closed ? 'Closed now' : 'Open now')).toBeVisible();
      await expect(number).toHaveCSS('background-color', closed ? 'rgb(195, 34, 26)' : 'rgba(0, 0, 0, 0)');
    }
  });
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the contact page shows the phone and the e-mail address in place of the form', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.locator('form')).toBeHidden();
    await expect(form(page).getByRole('link', { name: '(407) 555-0142' })).toHaveAttribute('href', 'tel:+14075550142');
    await expect(form(page).getByRole('link', { name: 'service@halyard.example' })).toBeVisible();
  });
});
