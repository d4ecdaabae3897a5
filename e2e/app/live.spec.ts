import type { BrowserContext, Page, Request } from '@playwright/test';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest, rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { expectMessages, messageDialog, messagesOf } from '../support/message-lists.ts';
import { callTo } from '../support/network.ts';

/** Every connection for live updates that a page has opened, and whether it is still open. */
function connectionsOf(page: Page | BrowserContext) {
  const opened: Request[] = [];
  const closed = new Set<Request>();
  const isLive = (request: Request) => callTo(contract.live.follow).test(request.url());
  const close = (request: Request) => void (isLive(request) && closed.add(request));
  const open = (request: Request) => void (isLive(request) && opened.push(request));
  // A page and its context have the same events.
  const source = page as Page;
  source.on('request', open);
  source.on('requestfailed', close);
  source.on('requestfinished', close);
  return { opened, open: () => opened.filter((request) => !closed.has(request)) };
}

test.describe('Live updates', () => {
  test('show a new request to the office and an assignment to its technician, without a reload', async ({
    page,
    api,
    browser,
    server,
  }) => {
    const technician = await api.person('technician');
    const context = await browser.newContext({ baseURL: server });
    const office = await context.newPage();
    await openAs(office, await api.person('admin'), '/dashboard/admin');
    await openAs(page, technician, '/dashboard/technician');
    await expect(page.getByText('No requests assigned to you yet')).toBeVisible();
    await expect(office.getByText(/^Showing /)).toBeVisible();

    const request = await api.request({ priority: 'Emergency' });
    await expect(rowOf(office, request.external_id)).toBeVisible();
    await expect(page.getByText('No requests assigned to you yet')).toBeVisible();
    await api.office(contract.requests.assign, { ...pathOf(request), body: { technician_id: technician.id } });
    await expect(page.getByText(request.external_id).first()).toBeVisible();
    await expect(rowOf(office, request.external_id)).toContainText(technician.name);
    // And away again.
    await api.office(contract.requests.unassign, { ...pathOf(request), body: {} });
    await expect(page.getByText('No requests assigned to you yet')).toBeVisible();
    await context.close();
  });

  test('show the change of an open request in its dialog', async ({ page, api }) => {
    const request = await api.request();
    await openAs(page, await api.person('auditor'), `/dashboard/auditor/requests?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'cancelled' } });
    await expect(dialog.getByText('Cancelled').first()).toBeVisible();
  });

  test('come over one connection for all tabs; when its tab closes, another one goes on without a gap', async ({
    page,
    context,
    api,
  }) => {
    const technician = await api.person('technician');
    const connections = connectionsOf(context);
    await openAs(page, technician, '/dashboard/technician');
    // The first tab has the connection before the second one asks for it.
    await expect.poll(() => connections.open().length).toBe(1);
    const second = await context.newPage();
    await second.goto('/dashboard/technician');
    const empty = 'No requests assigned to you yet';
    for (const tab of [page, second]) await expect(tab.getByText(empty)).toBeVisible();
    const first = await api.assignedTo(technician);
    for (const tab of [page, second]) await expect(tab.getByText(first.external_id).first()).toBeVisible();
    expect(connections.open()).toHaveLength(1);

    await page.close();
    await expect.poll(() => connections.opened.length).toBe(2);
    const [, next] = connections.opened;
    expect(await next?.headerValue('last-event-id')).toMatch(/^\d{13}\.\d+:\d+:/);
    const another = await api.assignedTo(technician);
    await expect(second.getByText(another.external_id).first()).toBeVisible();
  });

  test.describe('over a connection that comes and goes', () => {
    // The page tries again while there is no connection.
    test.use({ allowConsole: /net::ERR_/ });

    test('are resumed, and tell what happened in between', async ({ page, api, context }) => {
      const technician = await api.person('technician');
      const connections = connectionsOf(page);
      await openAs(page, technician, '/dashboard/technician');
      await expect(page.getByText('No requests assigned to you yet')).toBeVisible();
      await expect.poll(() => connections.open().length).toBe(1);
      const first = await api.assignedTo(technician);
      await expect(page.getByText(first.external_id).first()).toBeVisible();
      await context.setOffline(true);
      await expect.poll(() => connections.open().length).toBe(0);
      const second = await api.assignedTo(technician);
      await context.setOffline(false);
      await expect(page.getByText(second.external_id).first()).toBeVisible();
      await expect.poll(() => connections.open().length).toBe(1);
      const resumed = await connections.open()[0]?.response();
      expect(resumed?.status()).toBe(200);
      expect(await connections.open()[0]?.headerValue('last-event-id')).toMatch(/^\d{13}\./);
    });
  });

  test('end at the logout', async ({ page, api }) => {
    const connections = connectionsOf(page);
    await openAs(page, await api.person('technician'), '/dashboard/technician');
    await expect.poll(() => connections.open().length).toBe(1);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => connections.open()).toHaveLength(0);
  });

  test.describe('of a session that was ended', () => {
    test.use({ allowConsole: /401/ });

    test('lead to the login at once', async ({ page, api }) => {
      const technician = await api.person('technician');
      await openAs(page, technician, '/dashboard/technician');
      await expect(page.getByText('No requests assigned to you yet')).toBeVisible();
      await api.office(contract.users.toggleStatus, { ...pathOf(technician), body: {} });
      await expect(page).toHaveURL(/\/login\?.*reason=ended/);
    });
  });
});

test.describe('A dialog that takes its time to close', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('does not read the message again that was deleted in it', async ({ page, api }) => {
    const { sent, address } = await messagesOf(api, 1);
    const [message] = sent;
    if (!message) throw new Error('there is no message');
    await openAs(page, await api.person('admin'), address);
    await page.getByRole('button', { name: /^View message from/ }).click();
    const dialog = messageDialog(page, message);
    await dialog.getByRole('button', { name: 'Delete Contact' }).click();
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && callTo(contract.contact.get).test(request.url())) reads.push(request.url());
    });
    const question = page.getByRole('dialog', { name: 'Delete this contact message?' });
    await question.getByRole('button', { name: 'Delete Contact' }).click();
    await expect(page.getByText('Contact deleted successfully')).toBeVisible();
    // A message that arrives after the deletion is shown: by then the page has heard of the deletion as well.
    await api.message({ name: message.name, message: message.message });
    await expectMessages(page, 1);
    expect(reads).toEqual([]);
  });
});
