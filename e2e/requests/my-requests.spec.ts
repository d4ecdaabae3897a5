import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { rowOf } from '../support/dashboards.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { callTo, succeed, withoutLive } from '../support/network.ts';
import { expectColumnsOfOne } from '../support/request-lists.ts';

const MINE = '/dashboard/technician/requests';

test(
  'My Requests opens from the navigation, shows the details of a request, and reloads when they close',
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    // Live updates would load it again before the dialog closes.
    await withoutLive(page);
    const technician = await api.person('technician');
    const request = await api.assignedTo(technician);
    await openAs(page, technician, '/dashboard/technician');
    await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link', { name: isOnPhone(info) ? 'Requests' : 'My Requests' })
      .click();
    await expect(page).toHaveURL(/\/technician\/requests$/);
    const row = rowOf(page, request.external_id);
    await expect(row).toContainText('Dana Whitfield');
    await expect(row).toContainText(request.title);
    await expect(row).toContainText('Assigned');
    await expect(row).toContainText('Medium');
    if (!isOnPhone(info)) await expectColumnsOfOne(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: `View: ${request.external_id}` }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(`Request #${request.external_id}`) });
    await expect(dialog).toContainText('88 Sample Street, Orlando, FL 32801');
    await expect(dialog.getByText('Four of nine poles have been out since Friday.')).toBeVisible();
    await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'in_progress' } });
    const reloaded = page.waitForResponse(callTo(contract.requests.listMine));
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await reloaded;
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('In Progress');
  },
);

test('The details lead to the work order, and Back leads to the list', { tag: '@phone-only' }, async ({
  page,
  api,
}) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, MINE);
  await page.getByRole('button', { name: `View: ${request.external_id}` }).click();
  await page.getByRole('button', { name: 'Work on it', exact: true }).click();
  const form = page.getByRole('form', { name: 'Work order' });
  await expect(form.getByLabel('Notes')).toBeVisible();
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rowOf(page, request.external_id)).toBeVisible();
});

test('A list that cannot be loaded says so, and loads on Try Again', async ({ page, api }) => {
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  let isBroken = true;
  await page.route(callTo(contract.requests.listMine), (route) =>
    isBroken ? route.fulfill({ status: 500, json: { error: 'internal', message: 'Broken' } }) : route.continue(),
  );
  await openAs(page, technician, MINE);
  await expect(page.getByText('Failed to load requests')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(rowOf(page, request.external_id)).toBeVisible();
});
test.use({ allowConsole: /status of 500/ });

test('Each card calls the customer and leads to the address, with targets for a thumb', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, '/dashboard/technician');
  const card = rowOf(page, request.external_id);
  await expect(card.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:+14075550111');
  await expect(card.getByRole('link', { name: /^Navigate/ })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/dir/?api=1&destination=88+Sample+Street%2C+Orlando%2C+FL+32801',
  );
  await expect(card.getByText('88 Sample Street, Orlando, FL 32801')).toBeVisible();
  await card.getByRole('button', { name: /^Work on it/ }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await expect(dialog.getByRole('button', { name: 'Take Photo' })).toBeVisible();
  await expect(dialog.locator('input[capture=environment]')).toHaveCount(1);
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '[role=dialog] button, [role=dialog] a[href^="tel"], li a[class*=Button]',
      ),
    ]
      .filter((target) => target.offsetParent)
      .map((target) => ({
        text: target.textContent || target.ariaLabel,
        height: target.getBoundingClientRect().height,
      }))
      .filter(({ height }) => height < 43.5),
  );
  expect(small.filter(({ text }) => !/^[\d()+ -]+$/.test(text ?? ''))).toEqual([]);
});

test('Who has done more than the list holds is told so', async ({ page, api }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await page.route(callTo(contract.requests.listMine), async (route) => {
    const { requests, stats } = await (await route.fetch()).json();
    const some = requests.filter(({ id }: { id: number }) => id === request.id);
    await succeed(route, contract.requests.listMine, { requests: some, stats: { ...stats, total: 1_812 } });
  });
  await openAs(page, technician, MINE);
  await expect(rowOf(page, request.external_id)).toBeVisible();
  await expect(page.getByText('the newest of the others: 1 of 1,812.')).toBeVisible();
});

test('Open work is not buried under finished work: of this, ten are shown until all are asked for', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.person('technician');
  const finished = [];
  for (let nth = 0; nth < 12; nth += 1) finished.push(await api.assignedTo(technician));
  const { external_id } = await api.assignedTo(technician);
  for (const request of finished) {
    await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'cancelled' } });
  }
  await openAs(page, technician, MINE);
  const rows = page.getByRole('button', { name: /^View: REQ-/ });
  await expect(rows).toHaveCount(11);
  await expect(rows.first()).toHaveAccessibleName(`View: ${external_id}`);
  await page.getByRole('button', { name: 'Show 2 More Finished Requests' }).press('Enter');
  await expect(rows).toHaveCount(13);
  // The newest is listed first, so these two are the oldest.
  await expect(rowOf(page, finished[1]?.external_id ?? '').locator(':focus')).toBeVisible();
  await expect(page.getByRole('button', { name: /More Finished/ })).toHaveCount(0);
  await page.reload();
  await expect(rows).toHaveCount(11);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill(finished[0]?.title.slice(-8) ?? '');
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAccessibleName(`View: ${finished[0]?.external_id}`);
  await search.fill('nothing has this word');
  await expect(page.getByText('Change the search to see more.')).toBeVisible();
  await expectAccessible(page);
  // A customer of all of them, in the address: a search shows its whole answer.
  await page.goto(`${MINE}?search=whitfield`);
  await expect(rows).toHaveCount(13);
});
