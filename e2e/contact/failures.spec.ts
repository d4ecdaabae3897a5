import type { Route } from '@playwright/test';
import { contract } from '../support/calls.ts';
import { banner, field, fill, form, open, SUBMIT, send } from '../support/contact-form.ts';
import { expect, test } from '../support/fixtures.ts';
import { answer, succeed } from '../support/network.ts';

test.describe('A message that cannot be sent', () => {
  test.use({ allowConsole: /status of (400|429|50[02])|ERR_FAILED|ERR_INTERNET/ });
  const failures: [name: string, text: string, reply: (route: Route) => Promise<void>][] = [
    [
      'too many requests',
      'Too many requests. Please try again later.',
      (route) => answer(route, 429, { error: 'rate_limited', message: 'Slow down' }),
    ],
    [
      "the server's error text where it has no message",
      'The gateway sleeps.',
      (route) => answer(route, 502, { error: 'The gateway sleeps.' }),
    ],
    [
      'no answer',
      'Failed to send message. Please try again.There seems to be no connection.',
      (route) => route.abort(),
    ],
  ];
  test('The form shows the error, keeps the input, and the next press sends the same message', async ({ page }) => {
    for (const [name, text, reply] of failures) {
      await test.step(name, async () => {
        const keys: (string | undefined)[] = [];
        await page.route(SUBMIT, (route) => {
          keys.push(route.request().headers()['idempotency-key']);
          return keys.length === 1
            ? reply(route)
            : succeed(route, contract.contact.submit, { success: true, message: 'Thank you.' });
        });
        await open(page);
        await fill(page, { Phone: '407 555 0111', Message: 'Do you light signs?' });
        await send(page).click();
        await expect(form(page).getByRole('alert').filter({ hasText: /./ })).toHaveText([text]);
        await expect(field(page, 'Name')).toHaveValue('Dana Whitfield');
        await expect(field(page, 'Email')).toHaveValue('dana@whitfield.example');
        await expect(field(page, 'Phone')).toHaveValue('407 555 0111');
        await expect(field(page, 'Message')).toHaveValue('Do you light signs?');
        await expect(send(page)).toBeFocused();
        await send(page).click();
        await expect(banner(page)).toBeVisible();
        await expect(form(page).getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
        expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
        expect(keys[1]).toBe(keys[0]);
        await fill(page);
        await send(page).click();
        await expect.poll(() => keys.length).toBe(3);
        expect(keys[2]).not.toBe(keys[0]);
        await page.unroute(SUBMIT);
      });
    }
  });

  test('field errors of the server stand beside their fields', async ({ page }) => {
    const details = [
      { field: 'email', message: 'This address does not take mail' },
      { field: 'message', message: 'Please say a little more' },
    ];
    await page.route(SUBMIT, (route) => answer(route, 400, { error: 'invalid', message: 'Not valid', details }));
    await open(page);
    await fill(page);
    await send(page).click();
    await expect(form(page).getByText('Please fix the errors in the form.')).toBeVisible();
    await expect(field(page, 'Email')).toHaveAccessibleDescription('This address does not take mail');
    await expect(field(page, 'Message')).toHaveAccessibleDescription(/Please say a little more$/);
    await expect(field(page, 'Email')).toBeFocused();
    await expect(field(page, 'Name')).toHaveValue('Dana Whitfield');
  });

  test('an edit after a lost answer is sent as a new message', async ({ page }) => {
    const keys: (string | undefined)[] = [];
    await page.route(SUBMIT, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return keys.length < 3
        ? route.abort()
        : succeed(route, contract.contact.submit, { success: true, message: 'Thank you.' });
    });
    const failed = form(page).getByText('Failed to send message. Please try again.');
    await open(page);
    await fill(page);
    for (let tries = 1; tries <= 2; tries += 1) {
      // The text of the first failure may still stand.
      const aborted = page.waitForEvent('requestfailed');
      await send(page).click();
      await aborted;
      await expect(failed).toBeVisible();
      expect(keys).toHaveLength(tries);
    }
    await field(page, 'Message').fill('And the sign at the gate is dark as well.');
    await send(page).click();
    await expect(banner(page)).toBeVisible();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('nothing is sent when the script of the checks does not load, and the form says so', async ({ page }) => {
    await page.route('**/assets/contact-submission*.js', (route) => route.abort());
    await open(page);
    await fill(page);
    await send(page).click();
    await expect(form(page).getByText('Failed to send message. Please try again.')).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('Dana Whitfield');
  });
});

test('A double click and a further Enter send one message', async ({ page }) => {
  const held: Route[] = [];
  await page.route(SUBMIT, (route) => {
    held.push(route);
  });
  await open(page);
  await fill(page);
  await send(page).dblclick();
  await expect.poll(() => held.length).toBe(1);
  await field(page, 'Name').press('Enter');
  await form(page).getByRole('button', { name: 'Sending' }).click({ force: true });
  for (const route of held) await succeed(route, contract.contact.submit, { success: true, message: 'Thank you.' });
  await expect(banner(page)).toBeVisible();
  expect(held).toHaveLength(1);
});
