import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { type Api, PASSWORD, type Person } from '../support/api.ts';
import { storedIn } from '../support/browser-databases.ts';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest, sign } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo } from '../support/network.ts';
import { closeWaiting, sendByHandOnly, WAITS } from '../support/outbox.ts';

const UPDATE = callTo(contract.requests.updateWithFiles);
const SENT = 'Request updated successfully!';
const NOTES = 'Four ballasts replaced.';
const OTHERS = /^This device holds an unsent update from someone else\./;

test.use({ allowConsole: /net::ERR_|status of 401/ });

/** A signed completion with a photo that could not be sent yet. Only the update fails, until `letThrough` is called. */
async function unsentCompletion(page: Page, api: Api, technician: Person) {
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  await page.route(UPDATE, (route) => route.abort());
  const dialog = await openRequest(page, 'Work on it', request.external_id);
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await dialog.getByLabel('Notes').fill(NOTES);
  await dialog.locator('input[type=file][multiple]').setInputFiles([photo('pole.png')]);
  await sign(page, dialog);
  await dialog.getByRole('radio', { name: /^5 stars/ }).check();
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(WAITS)).toBeVisible();
  await closeWaiting(page, dialog);
  return {
    request,
    letThrough: () => page.unroute(UPDATE),
    /** The request as the office has it, once the completion is there: whole, and once. */
    async expectSaved() {
      const saved = async () => (await api.office(contract.requests.get, pathOf(request))).request;
      await expect.poll(async () => (await saved()).status).toBe('completed');
      const { notes, files, signature, evidence } = await saved();
      expect(notes.match(new RegExp(NOTES, 'g'))).toHaveLength(1);
      expect(files).toHaveLength(1);
      expect(signature).not.toBeNull();
      expect(evidence).toHaveLength(1);
    },
  };
}

/** Signs in as the page of an emailed link does: it stores the token and opens the dashboard. */
async function takeOver(page: Page, { token }: Person) {
  await page.evaluate((one) => localStorage.setItem('auth_token', one), token);
  await page.goto('/dashboard/technician');
}

async function signIn(page: Page, { email }: Person) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function logOut(page: Page, { name }: Person) {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Log out with unsent work?' });
  await expect(question).toBeVisible();
  return question;
}

test('asks the browser not to clear unsent work', { tag: '@phone-only' }, async ({ page, api }) => {
  await page.addInitScript(() => {
    StorageManager.prototype.persist = async () => {
      sessionStorage.setItem('asked_to_persist', 'yes');
      return true;
    };
  });
  await unsentCompletion(page, api, await api.person('technician'));
  expect(await page.evaluate(() => sessionStorage.getItem('asked_to_persist'))).toBe('yes');
});

test('keeps signed work while another user is signed in', { tag: '@phone-only' }, async ({ page, api }) => {
  const [owner, other] = [await api.person('technician'), await api.person('technician')];
  const { request, letThrough, expectSaved } = await unsentCompletion(page, api, owner);
  await takeOver(page, other);
  await expect(page.getByText(OTHERS)).toBeVisible();
  await expect(page.getByText(request.external_id)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await letThrough();
  await takeOver(page, owner);
  await expectSaved();
  await expect.poll(() => storedIn(page, 'outbox', 'entries')).toBe('[]');
});

test('keeps signed work in a second tab of another user', { tag: '@phone-only' }, async ({ page, api, context }) => {
  const [owner, other] = [await api.person('technician'), await api.person('technician')];
  const { letThrough, expectSaved } = await unsentCompletion(page, api, owner);
  const second = await context.newPage();
  await second.goto('/about');
  await takeOver(second, other);
  // The first tab follows.
  await expect(page.getByText(OTHERS)).toBeVisible();
  await letThrough();
  await takeOver(second, owner);
  await expectSaved();
});

test('keeps work when its owner logs out, and sends it at the next sign-in', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const owner = await api.person('technician');
  const { letThrough, expectSaved } = await unsentCompletion(page, api, owner);
  const question = await logOut(page, owner);
  await expect(question).toContainText('1 update with photos and signatures is only on this phone.');
  await expectAccessible(page, question);
  await question.getByRole('button', { name: 'Stay Signed In' }).click();
  await expect(question).toBeHidden();
  await (await logOut(page, owner)).getByRole('button', { name: 'Keep on This Phone' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/^An update on this device hasn’t been sent yet\./)).toBeVisible();
  await expectAccessible(page);
  await letThrough();
  await signIn(page, owner);
  await expectSaved();
});

test('sends the work and logs out with one button', { tag: '@phone-only' }, async ({ page, api }) => {
  const owner = await api.person('technician');
  await sendByHandOnly(page);
  const { letThrough, expectSaved } = await unsentCompletion(page, api, owner);
  const question = await logOut(page, owner);
  await question.getByRole('button', { name: 'Send Now' }).click();
  await expect(question.getByText('1 update couldn’t be sent.')).toBeVisible();
  await letThrough();
  await question.getByRole('button', { name: 'Send Now' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expectSaved();
});

test('discards work only after a second question', { tag: '@phone-only' }, async ({ page, api }) => {
  const owner = await api.person('technician');
  await unsentCompletion(page, api, owner);
  const question = await logOut(page, owner);
  await question.getByRole('button', { name: 'Discard…' }).click();
  const again = page.getByRole('dialog', { name: 'Discard 1 update?' });
  await again.getByRole('button', { name: 'Go Back' }).click();
  await expect(question).toBeVisible();
  expect(await storedIn(page, 'outbox', 'entries')).toContain(NOTES);
  await question.getByRole('button', { name: 'Discard…' }).click();
  await again.getByRole('button', { name: 'Log Out and Discard' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await storedIn(page, 'outbox', 'entries')).toBe('[]');
});

test('says on every screen what waits, and sends it from there', { tag: '@phone-only' }, async ({ page, api }) => {
  const owner = await api.person('technician');
  await sendByHandOnly(page);
  const { letThrough, expectSaved, request } = await unsentCompletion(page, api, owner);
  await page.goto('/dashboard/notifications');
  await expect(page.getByText('1 update hasn’t reached the office yet.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto('/about');
  await expect(page.getByText(/^1 update hasn’t reached the office yet\./)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto('/dashboard/notifications');
  const sendNow = page.getByRole('button', { name: 'Send Now' });
  // The page's own try, which fails.
  await expect(sendNow).toBeEnabled();
  await letThrough();
  await sendNow.click();
  await expect(page.getByText(`${request.external_id}: ${SENT}`)).toBeVisible();
  await expectSaved();
});

test('sends the work from a public page', { tag: '@phone-only' }, async ({ page, api }) => {
  const owner = await api.person('technician');
  const { letThrough, expectSaved } = await unsentCompletion(page, api, owner);
  await letThrough();
  await page.goto('/about');
  await expectSaved();
});
