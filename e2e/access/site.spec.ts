import { passwordWeak } from '#contract/words/passwords.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { photo } from '../support/files.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { linkIn } from '../support/mails.ts';
import { callTo } from '../support/network.ts';
import {
  CREATE,
  chosenFiles,
  expectKeptFiles,
  fileInput,
  fillIn,
  openForm,
  received,
  submit,
} from '../support/request-form.ts';

test.use({ allowConsole: /status of 4\d\d|net::ERR_FAILED|Failed to fetch dynamically imported module/ });

/** A Saturday. */
const CLOSED = new Date('2026-11-21T15:00:00Z');

test(
  'The frame of the site: the next slide, the menu of a phone, the call bar while closed, a filtered portfolio',
  {
    tag: '@phone',
  },
  async ({ page }, info) => {
    await page.clock.setFixedTime(CLOSED);
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Our services' });
    await carousel.getByRole('button', { name: 'Next slide' }).click();
    await expect(carousel.getByRole('group')).toHaveAttribute('aria-label', /^2 of /);
    await expect(page.getByRole('contentinfo')).toContainText('Closed now');
    await expectAccessible(page);
    if (isOnPhone(info)) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expectAccessible(page);
    }
    await page.goto('/portfolio?kind=power');
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Showing 2 of 6 projects');
    await expectAccessible(page, page.getByRole('main'));
  },
);

test('Signing in: refused fields, a password that shows, a forgotten one, its link, and a set-up link', {
  tag: '@phone',
}, async ({ page, api }) => {
  const person = await api.account('technician');
  await page.goto('/login');
  await page.getByLabel('Password').fill('wrong-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByRole('button', { name: 'Show' }).click();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await expectAccessible(page, page.getByRole('main'));
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText(/^This site sends no mail at the moment\./)).toBeVisible();
  await expectAccessible(page, page.getByRole('main'));

  await page.goto(linkIn(await api.mailTo(person.email)));
  await page.getByLabel('New password').fill('sunshine2026!');
  await expect(page.getByText(passwordWeak.one_word)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toContainText('This link is not valid any more.');
  await expectAccessible(page, page.getByRole('main'));
  await page.goto(`/setup#token=${'a'.repeat(43)}`);
  await expect(page.getByRole('button', { name: 'Create Admin' })).toBeEnabled();
  await expectAccessible(page);
});

test('The request form: refused fields, files, an emergency at night, a failure, and the request received', {
  tag: '@phone',
}, async ({ page }) => {
  await page.clock.setFixedTime(CLOSED);
  await openForm(page);
  await submit(page);
  await expect(page.getByText('Service address is required')).toBeVisible();
  await page.getByLabel('Description').fill('x'.repeat(5001));
  await expect(page.getByText('1 character too many: at most 5000 fit.')).toBeVisible();
  await fileInput(page).setInputFiles(['a.png', 'b.png', 'c.png', 'd.png'].map((name) => photo(name)));
  await expect(page.getByText('Maximum 3 files allowed')).toBeVisible();
  await expect(chosenFiles(page)).toHaveCount(3);
  await expectAccessible(page);
  await fillIn(page, unique('Access '));
  await expectKeptFiles(page, 3);
  await page.reload();
  await expect(page.getByText('We kept what you typed on this device.')).toBeVisible();
  await page.route(CREATE, (route) => route.abort());
  await submit(page);
  await expect(page.getByText('Nothing is lost. Press Submit Request to try again.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(CREATE);
  await page.getByRole('radio', { name: /Emergency/ }).check();
  const call = 'Please call: nobody reads a request before the office opens Monday at 7:30 AM.';
  await expect(page.getByText(call)).toBeVisible();
  await expectAccessible(page, page.getByRole('main'));
  await submit(page);
  await received(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Call now.' })).toBeVisible();
  await expectAccessible(page);
});

test('The request form while the office is open, filled in from a message, and when the message is gone or fails', async ({
  page,
  api,
}) => {
  const sent = await api.message();
  await page.clock.setFixedTime(new Date('2026-11-18T15:00:00Z'));
  await page.goto('/request');
  await page.getByRole('radio', { name: /Emergency/ }).check();
  await expect(page.getByText(/Emergencies outside office hours are taken by phone only/)).toBeVisible();
  await expectAccessible(page);
  await openAs(page, await api.staff('admin'), `/request?contact=${sent.id}`);
  await expect(page.getByText(`Filled in from contact message ${sent.id}.`)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/request?contact=2000000000');
  await expect(page.getByText('Contact message not found')).toBeVisible();
  await expectAccessible(page, page.getByRole('main'));
  await page.route(callTo(contract.contact.get, { id: sent.id }), (route) => route.abort());
  await page.goto(`/request?contact=${sent.id}`);
  await expect(page.getByText('The contact message could not be loaded. Reload the page to try again.')).toBeVisible();
  await expectAccessible(page, page.getByRole('main'));
});

test(
  'Tracking: each status of an answer, an unknown ID and a refused one',
  { tag: '@phone' },
  async ({ page, api }, info) => {
    const request = await api.request({ priority: 'Emergency' });
    const answer = page.getByRole('region', { name: request.title });
    await page.goto(`/track?id=${request.external_id}`);
    await expect(answer.getByText('Submitted')).toBeVisible();
    await expectAccessible(page);
    for (const status of isOnPhone(info) ? [] : (['assigned', 'in_progress', 'completed', 'cancelled'] as const)) {
      await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status } });
      const again = page.waitForResponse(callTo(contract.requests.track));
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await again;
      await expect(
        answer
          .getByRole('listitem')
          .filter({ hasText: new RegExp(status.replace('_', ' '), 'i') })
          .first(),
      ).toBeVisible();
      await expectAccessible(page, page.getByRole('main'));
    }
    await page.goto('/track?id=REQ-AAAAAAAAA-BBBBB');
    await expect(page.getByRole('alert').filter({ hasText: 'No request found' })).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
    await page.getByLabel('Tracking ID').fill('nonsense');
    await page.getByRole('button', { name: 'Track Request' }).click();
    await expect(page.getByText('Please enter a tracking ID like REQ-XXXXXXXXX-XXXXX')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));
  },
);

test('Pages whose script does not arrive', { tag: '@phone' }, async ({ page, api }, info) => {
  await page.route('**/assets/index-*.js', (route) => route.abort());
  // The form of an office that can be called, and one without an office.
  for (const path of isOnPhone(info) ? ['/request'] : ['/request', '/track', '/contact', '/login']) {
    await page.goto(path);
    await expect(page.getByText('This page has not loaded completely, so the form does not work yet.')).toBeVisible();
    await expectAccessible(page);
  }
  await openAs(page, await api.staff('admin'), '/dashboard/admin/users');
  const oops = page.getByRole('heading', { name: 'Oops! Something went wrong.' });
  await expect(oops).toBeVisible();
  await expectAccessible(page);
  // What follows looks the same on a phone.
  if (isOnPhone(info)) return;
  await page.unroute('**/assets/index-*.js');
  await page.route('**/assets/dashboard-routes-*.js', (route) => route.abort());
  await page.reload();
  await expect(oops).toBeVisible();
  await expectAccessible(page);
});
