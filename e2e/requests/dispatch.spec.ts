import { contract, pathOf } from '../support/calls.ts';
import { rowOf } from '../support/dashboards.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { callTo, hold, withoutLive } from '../support/network.ts';
import { expectCount, message, requestsOf, tableRow } from '../support/request-lists.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));

const PATH = '/dashboard/admin/requests';

test.describe('Assigning from the row', () => {
  test('takes two presses, shows at once, and is undone by one', { tag: '@phone' }, async ({ page, api }) => {
    const technician = await api.account('technician');
    const { word, requests } = await requestsOf(api, 1);
    const [request] = requests;
    if (!request) throw new Error('there is no request');
    const read = async () => (await api.office(contract.requests.get, pathOf(request))).request;
    await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
    await expectCount(page, 1);
    const answer = await hold(page, callTo(contract.requests.assignMany));
    await page.getByRole('button', { name: new RegExp(`^Assign ${request.external_id}`) }).click();
    const menu = page.getByRole('listbox', { name: `Assign ${request.external_id} to` });
    await expect(menu.getByRole('option', { name: `${technician.name} free` })).toBeVisible();
    await menu.getByRole('option', { name: technician.name }).click();
    // Before the server has answered.
    const row = rowOf(page, request.external_id);
    const statusIs = (label: string) =>
      expect(row.getByRole('button', { name: `Change status of ${request.external_id}: ${label}` })).toBeVisible();
    await expect(row).toContainText(technician.name);
    await statusIs('Assigned');
    expect((await read()).assigned_to).toBeNull();
    answer();
    await expect(message(page, `Request assigned successfully! ${technician.name} has it now.`)).toBeVisible();
    expect(await read()).toMatchObject({ status: 'assigned', assigned_to: technician.id });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(message(page, 'Undone')).toBeVisible();
    await expect(row).toContainText('Unassigned');
    await statusIs('Pending');
    expect(await read()).toMatchObject({ status: 'pending', assigned_to: null });
  });

  test('and taking it back can be followed by a change at once, before the list is read again', async ({
    page,
    api,
  }) => {
    const technician = await api.account('technician');
    const { word, requests } = await requestsOf(api, 1);
    const [request] = requests;
    if (!request) throw new Error('there is no request');
    await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
    await expectCount(page, 1);
    await hold(page, callTo(contract.requests.list));
    await page.getByRole('button', { name: new RegExp(`^Assign ${request.external_id}`) }).click();
    await page.getByRole('option', { name: technician.name }).click();
    await expect(message(page, 'Request assigned successfully!')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(message(page, 'Undone')).toBeVisible();
    await page.getByRole('button', { name: `Change status of ${request.external_id}: Pending` }).click();
    await page.getByRole('listbox').getByRole('option', { name: 'Cancelled' }).click();
    await expect(message(page, 'Status updated successfully!')).toBeVisible();
    expect((await api.office(contract.requests.get, pathOf(request))).request.status).toBe('cancelled');
  });

  test('lists those with the fewest open requests first, finds one by name, and is given back to whom it was taken from', async ({
    page,
    api,
  }) => {
    const [busy, idle] = [await api.account('technician', 'Zoe Busy'), await api.account('technician', 'Zoe Idle')];
    await api.assignedTo(busy);
    const request = await api.assignedTo(busy);
    await openAs(page, await api.staff('admin'), `${PATH}?search=${request.external_id}`);
    const assign = page.getByRole('button', { name: `Assign ${request.external_id}: ${busy.name}` });
    await assign.click();
    const search = page.getByRole('combobox', { name: `Assign ${request.external_id} to` });
    await search.fill('zoe ');
    const names = page.getByRole('listbox').getByRole('option');
    await expect(names.filter({ hasText: busy.name }).first()).toContainText('2 open, 2 today');
    const texts = await names.allTextContents();
    expect(texts.indexOf(`${idle.name}free`)).toBeLessThan(texts.indexOf(`${busy.name}2 open, 2 today`));
    await search.fill('nobody of this name');
    await expect(page.getByText('No active technician matches')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(assign).toBeFocused();

    await assign.click();
    await page.getByRole('option', { name: idle.name }).first().click();
    await expect(message(page, 'Request assigned successfully!')).toBeVisible();
    await expect(assign).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(message(page, 'Undone')).toBeVisible();
    await expect(assign).toBeVisible();
  });

  test.describe('when the server refuses', () => {
    test.use({ allowConsole: /net::ERR_FAILED/ });
    test('sets the row back and says why', async ({ page, api }) => {
      const technician = await api.account('technician');
      const { word, requests } = await requestsOf(api, 1);
      const [request] = requests;
      if (!request) throw new Error('there is no request');
      await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
      await expectCount(page, 1);
      // Someone else is first. The list still shows the older version.
      await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'cancelled' } });
      const lists = await hold(page, callTo(contract.requests.list));
      const assign = tableRow(page, request).getByRole('button', { name: /^Assign REQ/ });
      await assign.click();
      await page.getByRole('option', { name: technician.name }).click();
      await expect(message(page, new RegExp(`^${request.external_id}: .+ changed the status on `))).toBeVisible();
      await expect(tableRow(page, request)).toContainText('Unassigned');
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
      lists();
      await expect(tableRow(page, request)).toContainText('Cancelled');

      await page.route(callTo(contract.requests.assignMany), (route) => route.abort());
      await assign.click();
      await page.getByRole('option', { name: technician.name }).click();
      await expect(message(page, 'Failed to assign request')).toBeVisible();
      await expect(tableRow(page, request)).toContainText('Unassigned');
    });
  });
});

test.describe('A status from the row', () => {
  test('shows at once, and is set back by Undo', { tag: '@phone' }, async ({ page, api }, info) => {
    const { word, requests } = await requestsOf(api, 1);
    const [request] = requests;
    if (!request) throw new Error('there is no request');
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}`);
    const card = page.getByRole('list', { name: 'Requests' }).getByRole('listitem').filter({ hasText: word });
    const row = isOnPhone(info) ? card : tableRow(page, request);
    await row.getByRole('button', { name: `Change status of ${request.external_id}: Pending` }).click();
    await page.getByRole('listbox').getByRole('option', { name: 'In Progress' }).click();
    await expect(row).toContainText('In Progress');
    await expect(message(page, 'Status updated successfully!')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(message(page, 'Undone')).toBeVisible();
    await expect(row).toContainText('Pending');
  });

  test.describe('that ends a completion', () => {
    test.use({ allowConsole: /net::ERR_FAILED/ });
    test('freshens the counts, is set back when it cannot be sent, and gets its completion back by Undo', async ({
      page,
      api,
    }) => {
      const { word, requests } = await requestsOf(api, 1);
      const [request] = requests;
      if (!request) throw new Error('there is no request');
      await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}`);
      await expectCount(page, 1);
      const row = tableRow(page, request);
      const setStatus = async (from: string, to: string) => {
        await row.getByRole('button', { name: `Change status of ${request.external_id}: ${from}` }).click();
        await page.getByRole('listbox').getByRole('option', { name: to }).click();
      };
      // Reads that the opening of the page began do not count.
      const called: string[] = [];
      page.on('request', (sent) => called.push(new URL(sent.url()).pathname));
      await setStatus('Pending', 'Completed');
      const afterTheChange = () => called.slice(called.indexOf('/api/requests/bulk/status'));
      const fresh = ['/api/requests/bulk/status', '/api/requests/stats/dashboard', '/api/requests'];
      await expect.poll(afterTheChange).toEqual(expect.arrayContaining(fresh));

      await page.route(callTo(contract.requests.changeStatusOfMany), (route) => route.abort());
      await setStatus('Completed', 'Cancelled');
      await expect(message(page, 'Failed to update status')).toBeVisible();
      await expect(row).toContainText('Completed');
      await page.unroute(callTo(contract.requests.changeStatusOfMany));

      // The message of the completion may still stand with its Undo.
      await page.reload();
      await setStatus('Completed', 'Cancelled');
      await expect(message(page, 'Status updated successfully!')).toBeVisible();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(message(page, 'Undone')).toBeVisible();
      await expect(row).toContainText('Completed');
    });
  });
});

test.describe('Many requests at once', () => {
  test('are assigned together; those that are refused stay selected', async ({ page, api }) => {
    const technician = await api.account('technician');
    const { word, requests } = await requestsOf(api, 5);
    const [, late] = requests;
    if (!late) throw new Error('there are no requests');
    await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
    await expectCount(page, 5);
    // Assigning meets only a change that closed the request.
    await api.office(contract.requests.changeStatus, { ...pathOf(late), body: { status: 'cancelled' } });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const bar = page.getByRole('region', { name: 'Selected requests' });
    await expect(bar).toContainText('5 selected');
    await bar.getByRole('button', { name: 'Assign' }).click();
    await page
      .getByRole('listbox', { name: 'Assign 5 requests to' })
      .getByRole('option', { name: technician.name })
      .click();
    await expect(
      message(
        page,
        new RegExp(`^4 assigned to ${technician.name}, 1 refused: ${late.external_id}: .+ changed the status on`),
      ),
    ).toBeVisible();
    await expect(bar).toContainText('1 selected');
    await expect(page.getByRole('checkbox', { name: `Select ${late.external_id}` })).toBeChecked();
    const theirs = page.getByRole('row').filter({ hasText: technician.name });
    await expect(theirs).toHaveCount(4);
    // On the newest version the rest goes through.
    await expect(tableRow(page, late)).toContainText('Cancelled');
    await bar.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('option', { name: technician.name }).click();
    await expect(bar).toHaveCount(0);
    await expect(theirs).toHaveCount(5);
  });

  test('get a status together, and all get it back by Undo', async ({ page, api }) => {
    const { word, requests } = await requestsOf(api, 3);
    await api.office(contract.requests.changeStatus, { ...pathOf(requests[2]), body: { status: 'in_progress' } });
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}`);
    await expectCount(page, 3);
    // With Shift, all rows between the two.
    await page.getByRole('checkbox', { name: `Select ${requests[0]?.external_id}` }).click();
    await page.getByRole('checkbox', { name: `Select ${requests[2]?.external_id}` }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected requests' });
    await expect(bar).toContainText('3 selected');
    await bar.getByRole('button', { name: 'Set Status' }).click();
    const cancel = () => page.getByRole('listbox').getByRole('option', { name: 'Cancelled' }).click();
    await cancel();
    // A late undo takes no mail back.
    const question = page.getByRole('dialog', { name: 'Set 3 requests to Cancelled?' });
    await expect(question).toContainText('Their customers hear of it by mail, half a minute later.');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(bar).toContainText('3 selected');
    await bar.getByRole('button', { name: 'Set Status' }).click();
    await cancel();
    await question.getByRole('button', { name: 'Set to Cancelled' }).click();
    await expect(message(page, '3 requests updated')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: 'Cancelled' })).toHaveCount(3);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(message(page, 'Undone')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Pending' })).toHaveCount(2);
    await expect(page.getByRole('row').filter({ hasText: 'In Progress' })).toHaveCount(1);
  });
});

test('A message stays while it is hovered or has the focus', async ({ page, api }) => {
  const { word, requests } = await requestsOf(api, 1);
  await page.clock.install();
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await page.getByRole('button', { name: `Copy ${requests[0]?.external_id}` }).click();
  const copied = message(page, 'Copied');
  await expect(copied).toBeVisible();
  await copied.hover();
  await page.clock.runFor(60_000);
  await expect(copied).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss message' }).focus();
  await page.mouse.move(0, 0);
  await page.clock.runFor(60_000);
  await expect(copied).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  await page.clock.runFor(60_000);
  await expect(copied).toHaveCount(0);
});
