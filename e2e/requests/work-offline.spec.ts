import type { Page } from '@playwright/test';
import { storedIn } from '../support/browser-databases.ts';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest, rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { closeWaiting, WAITS } from '../support/outbox.ts';

test.use({ allowConsole: /net::ERR_|status of 404/ });

const OLD = /^Showing what was loaded at \d\d?:\d\d [AP]M\. No connection\.$/;

/** From now on no read is answered, as in a basement. The page itself still loads, as one does that is open already. */
const cutReads = (page: Page) => page.route('**/api/requests/**', (route) => route.abort());

/** What the browser keeps of the reads, as text. */
const keptReads = (page: Page) => () => storedIn(page, 'kept-reads', 'reads');

test('Assigned requests stay readable without a connection, also after a reload', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  const dialog = await openRequest(page, 'Work on it', request.external_id);
  await expect(dialog.getByText('Four of nine poles have been out since Friday.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(keptReads(page)).toContain('Four of nine poles');
  await cutReads(page);
  await page.reload();
  await expect(rowOf(page, request.external_id)).toBeVisible();
  await expect(page.getByText(OLD)).toBeVisible();
  await openRequest(page, 'Work on it', request.external_id);
  await expect(dialog.getByText('Four of nine poles have been out since Friday.')).toBeVisible();
  await expect(dialog.getByText('88 Sample Street, Orlando, FL 32801')).toBeVisible();
  await expect(dialog.getByText(OLD)).toBeVisible();
});

test('What is entered without a connection is kept, and arrives when the connection is back', {
  tag: '@phone-only',
}, async ({ page, api, context }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  const dialog = await openRequest(page, 'Work on it', request.external_id);
  await context.setOffline(true);
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.getByLabel('Notes').fill('Meter room, no signal.');
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(WAITS)).toBeVisible();
  await context.setOffline(false);
  await expect(dialog.getByText('Request updated successfully!')).toBeVisible();
  const { request: saved } = await api.office(contract.requests.get, pathOf(request));
  expect(saved.notes.match(/Meter room, no signal\./g)).toHaveLength(1);
});

test('An update that waits is discarded from its work order, and is never sent', { tag: '@phone-only' }, async ({
  page,
  api,
  context,
}) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  const dialog = await openRequest(page, 'Work on it', request.external_id);
  await context.setOffline(true);
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText(WAITS)).toBeVisible();
  await closeWaiting(page, dialog);
  await openRequest(page, 'Work on it', request.external_id);
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toBeHidden();
  const sent: string[] = [];
  page.on('request', (call) => {
    if (call.method() !== 'GET') sent.push(call.url());
  });
  const fresh = page.waitForResponse((response) => response.url().includes('/api/') && response.ok());
  await context.setOffline(false);
  await fresh;
  await page.reload();
  await expect(rowOf(page, request.external_id)).toBeVisible();
  expect(sent).toEqual([]);
});

test('A request that is not assigned any more is not shown from what was kept', async ({ page, api }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Four of nine poles have been out since Friday.')).toBeVisible();
  await api.office(contract.requests.unassign, { ...pathOf(request), body: {} });
  await page.goto(`/dashboard/technician?requestId=${request.id}`);
  await expect(dialog.getByText('Failed to load request details')).toBeVisible();
  await expect(dialog.getByText('It is not assigned to you.')).toBeVisible();
  await expect(dialog.getByText('Four of nine poles have been out since Friday.')).toBeHidden();
});

test('A logout removes the kept requests', async ({ page, api }) => {
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  await expect(rowOf(page, request.external_id)).toBeVisible();
  await expect.poll(keptReads(page)).toContain(request.external_id);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(keptReads(page)).toBe('[]');
});

test('Another user who signs in by the link of an email finds no kept requests', async ({ page, api }) => {
  const [technician, other] = [await api.person('technician'), await api.person('technician')];
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  await expect.poll(keptReads(page)).toContain(request.external_id);
  // As that page does: it stores the token, and opens the dashboard.
  await page.evaluate((token) => localStorage.setItem('auth_token', token), other.token);
  await page.goto('/dashboard/technician');
  await expect(page.getByText('No requests assigned to you yet')).toBeVisible();
  await expect.poll(keptReads(page)).not.toContain(request.external_id);
});

test.describe('With the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a dashboard whose tab was closed opens again without a connection, with the requests', {
    tag: '@phone-only',
  }, async ({ page, api, context }) => {
    const technician = await api.person('technician');
    const request = await api.assignedTo(technician);
    await openAs(page, technician, '/dashboard/technician');
    const dialog = await openRequest(page, 'Work on it', request.external_id);
    await expect(dialog.getByText('Four of nine poles have been out since Friday.')).toBeVisible();
    const keptFiles = () =>
      page.evaluate(async () => {
        const kept = await (await caches.open('dashboard')).keys();
        const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
        return kept.length > loaded.length ? 'all' : `${kept.length} of ${loaded.length}`;
      });
    await expect.poll(keptFiles).toBe('all');
    await expect.poll(keptReads(page)).toContain('Four of nine poles');
    await page.close();
    await context.setOffline(true);

    const again = await context.newPage();
    await again.goto('/dashboard/technician');
    await expect(rowOf(again, request.external_id)).toBeVisible();
    await expect(again.getByText(OLD)).toBeVisible();
    const reopened = await openRequest(again, 'Work on it', request.external_id);
    await expect(reopened.getByText('88 Sample Street, Orlando, FL 32801')).toBeVisible();
    await reopened.getByRole('radio', { name: 'In Progress' }).check();
    await reopened.getByLabel('Notes').fill('Basement, no signal at all.');
    await reopened.getByRole('button', { name: 'Update Request' }).click();
    await expect(reopened.getByText(WAITS)).toBeVisible();
    await context.setOffline(false);
    await expect(reopened.getByText('Request updated successfully!')).toBeVisible();
    const { request: saved } = await api.office(contract.requests.get, pathOf(request));
    expect(saved.notes.match(/Basement, no signal at all\./g)).toHaveLength(1);
  });
});
