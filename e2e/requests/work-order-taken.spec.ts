import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import type { Api } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { sign } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo } from '../support/network.ts';
import { closeWaiting, keepForLater, WAITS } from '../support/outbox.ts';

test.use({ allowConsole: /status of 404/ });

const TAKEN = /^This request isn’t assigned to you anymore\. You can still send what you entered/;
const AT_OFFICE = 'This request isn’t assigned to you anymore. The office has your update.';

test('A work order that is taken away keeps what was entered on the screen, and goes on when it is assigned back', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  const path = `/dashboard/technician?requestId=${request.id}`;
  await openAs(page, technician, path);
  const dialog = page.getByRole('dialog');
  const update = dialog.getByRole('button', { name: 'Update Request' });
  const notes = dialog.getByLabel('Notes');
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await notes.fill('Ballast of pole 4 replaced.');
  await sign(page, dialog);

  await api.office(contract.requests.unassign, { ...pathOf(request), body: {} });
  // The reason stands beside the button that it concerns.
  await expect(dialog.getByText(TAKEN)).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('link', { name: '(407) 555-0142' })).toBeVisible();
  await expect(notes).toHaveValue('Ballast of pole 4 replaced.');
  await expect(notes).toBeEnabled();
  await expect(dialog.getByRole('img', { name: 'Signature area, signed' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send to the Office' })).toBeEnabled();
  await expect(dialog.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  // What the customer has told is not the technician's to read any more.
  await expect(dialog.getByText('88 Sample Street, Orlando, FL 32801')).toHaveCount(0);
  await expectAccessible(page, dialog);
  await expectNoSidewaysScroll(page);

  await keepForLater(page, dialog);
  // No list of the technician has the request now.
  await page.goto('/dashboard/technician');
  const unsent = page.getByRole('region', { name: 'Not sent yet' });
  await expect(unsent).toContainText(`${request.external_id}: not assigned to you anymore.`);
  await expectAccessible(page, unsent);
  await unsent.getByRole('button', { name: `Discard the update of ${request.external_id}` }).click();
  const question = page.getByRole('dialog', { name: `Discard the update of ${request.external_id}?` });
  await expectAccessible(page, question);
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(question).toBeHidden();
  await unsent.getByRole('button', { name: `Open ${request.external_id}` }).click();
  await expect(unsent).toHaveCount(0);
  await expect(dialog.getByText(TAKEN)).toBeVisible();
  await expect(notes).toHaveValue('Ballast of pole 4 replaced.');

  await api.office(contract.requests.assign, { ...pathOf(request), body: { technician_id: technician.id } });
  await expect(dialog.getByText(TAKEN)).toBeHidden();
  await expect(dialog.getByText('88 Sample Street, Orlando, FL 32801')).toBeVisible();
  await expect(notes).toHaveValue('Ballast of pole 4 replaced.');
  await dialog.getByRole('radio', { name: /^5 stars/ }).check();
  // The request is as it was when the edit began: there is nothing to decide.
  await expect(dialog.getByRole('button', { name: 'Save mine' })).toHaveCount(0);
  await update.click();
  await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(saved).toMatchObject({ status: 'completed', rating: 5 });
});

test('A request that is taken away before anything is entered offers no try that cannot help', async ({
  page,
  api,
}) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Notes')).toBeVisible();
  await api.office(contract.requests.unassign, { ...pathOf(request), body: {} });
  await expect(dialog.getByText('It is not assigned to you.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
});

test('What was entered for a request that is somebody else’s now is discarded only after a question', async ({
  page,
  api,
}) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  const path = `/dashboard/technician?requestId=${request.id}`;
  await openAs(page, technician, path);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.getByLabel('Notes').fill('Ballast of pole 4 replaced.');
  await keepForLater(page, dialog);
  await page.goto(path);
  await expect(dialog.getByLabel('Notes')).toHaveValue('Ballast of pole 4 replaced.');
  // Nothing was said about a visit without a signature.
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveCount(0);
  await keepForLater(page, dialog);
  await api.office(contract.requests.unassign, { ...pathOf(request), body: {} });
  await page.goto('/dashboard/technician/requests');
  const unsent = page.getByRole('region', { name: 'Not sent yet' });
  await unsent.getByRole('button', { name: `Discard the update of ${request.external_id}` }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(unsent).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Assigned to You' })).toBeVisible();
  await expect(unsent).toHaveCount(0);
});

test.describe('An update that comes too late', () => {
  test.use({ allowConsole: /status of 404|net::ERR_(INTERNET_DISCONNECTED|FAILED)/ });

  /** Sends a note without a connection, and takes the request away before it arrives. */
  async function sendTooLate(page: Page, api: Api) {
    const technician = await api.person('technician', 'Tina Late');
    const request = await api.assignedTo(technician);
    await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Notes').fill('Ballast of pole 4 replaced.');
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await expect(dialog.getByText(WAITS)).toBeVisible();
    await api.office(contract.requests.unassign, { ...pathOf(request), body: {} });
    const giveBack = () =>
      api.office(contract.requests.assign, { ...pathOf(request), body: { technician_id: technician.id } });
    const read = async () => (await api.office(contract.requests.get, pathOf(request))).request;
    return { dialog, request, giveBack, read };
  }

  test('is with the office, and the technician knows', { tag: '@phone-only' }, async ({ page, api, context }) => {
    const { dialog, read } = await sendTooLate(page, api);
    await context.setOffline(false);
    await expect(dialog.getByText(AT_OFFICE)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(await read()).toMatchObject({
      refused_work: [{ technician: { name: 'Tina Late' }, notes: 'Ballast of pole 4 replaced.' }],
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'My Assigned Requests' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveCount(0);
  });

  test('says so until it closes, when only then the request is found to be gone', { tag: '@phone-only' }, async ({
    page,
    api,
    context,
  }) => {
    const { dialog } = await sendTooLate(page, api);
    const reads = callTo(contract.requests.get);
    await page.route(reads, async (route) => {
      await dialog.getByText(AT_OFFICE).waitFor();
      await route.continue();
    });
    const isGone = page.waitForResponse((response) => reads.test(response.url()) && response.status() === 404);
    await context.setOffline(false);
    await isGone;
    await expect(dialog).toHaveCount(0);
  });

  test('is announced in the list when its form is closed', { tag: '@phone-only' }, async ({ page, api, context }) => {
    const { dialog, request } = await sendTooLate(page, api);
    await closeWaiting(page, dialog);
    await context.setOffline(false);
    await expect(page.getByText(`${request.external_id}: ${AT_OFFICE}`)).toBeVisible();
  });

  test('is saved when the request is given back', { tag: '@phone-only' }, async ({ page, api, context }) => {
    const { dialog, giveBack, read } = await sendTooLate(page, api);
    await context.setOffline(false);
    await expect(dialog.getByText(AT_OFFICE)).toBeVisible();
    await giveBack();
    expect((await read()).notes).toContain('Ballast of pole 4 replaced.');
  });

  test('is sent from a form that was still open', { tag: '@phone-only' }, async ({ page, api }) => {
    const technician = await api.person('technician', 'Tina Late');
    const request = await api.assignedTo(technician);
    await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Notes').fill('Ballast of pole 4 replaced.');
    await api.office(contract.requests.unassign, { ...pathOf(request), body: {} });
    await expect(dialog.getByText(TAKEN)).toBeVisible();
    await dialog.getByRole('button', { name: 'Send to the Office' }).click();
    await expect(dialog.getByText(AT_OFFICE)).toBeVisible();
  });
});
