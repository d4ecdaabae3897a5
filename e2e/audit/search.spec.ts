import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';

const TRAIL = '/dashboard/auditor/trail';
const entries = (page: Page) =>
  page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ has: page.getByRole('button', { name: /^View entry/ }) });
const search = (page: Page) => page.getByRole('search').getByRole('searchbox', { name: 'Search' });

test('A tracking ID in the search finds all entries of its request, and stays in the address', async ({
  page,
  api,
}) => {
  const technician = await api.person('technician', unique('Tess Volt '));
  const request = await api.assignedTo(technician);
  await openAs(page, await api.staff('auditor'), TRAIL);
  await search(page).fill(request.external_id.toLowerCase());
  await expect(page.getByText('Showing all 2 entries')).toBeVisible();
  await expect(entries(page).nth(0)).toContainText(`assigned ${request.external_id} to ${technician.name}`);
  // A time for the auditor: to the second, with the zone.
  await expect(entries(page).nth(0)).toContainText(/\d:\d\d:\d\d [AP]M E[SD]T/);
  await expect(page).toHaveURL(new RegExp(`search=${request.external_id.toLowerCase()}$`));
  await expectNoSidewaysScroll(page);

  await page.reload();
  await expect(search(page)).toHaveValue(request.external_id.toLowerCase());
  await expect(page.getByText('Showing all 2 entries')).toBeVisible();

  await search(page).fill(`assigned ${technician.name}`);
  await expect(page.getByText('Showing the only entry')).toBeVisible();
  await search(page).fill(unique('nobody has written this '));
  await expect(page.getByText('No entries match your filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL(new RegExp(`${TRAIL}$`));
  await expect(entries(page).nth(5)).toBeVisible();
});

test('Somebody’s release of work is told with both names', async ({ page, api }) => {
  const [leaver, taker] = [
    await api.person('technician', unique('Lee Leaver ')),
    await api.person('technician', unique('Tom Taker ')),
  ];
  const [first, second] = [await api.assignedTo(leaver), await api.assignedTo(taker)];
  await api.office(contract.users.toggleStatus, { ...pathOf(leaver), body: { taker_id: taker.id } });
  await api.office(contract.users.toggleStatus, { ...pathOf(taker), body: {} });
  await openAs(page, await api.staff('auditor'), `${TRAIL}?search=${first.external_id}`);
  await expect(page.getByText('Showing all 4 entries')).toBeVisible();
  await expect(entries(page).nth(0)).toContainText(
    `put ${first.external_id} back to Pending, because ${taker.name} was no longer available`,
  );
  await expect(entries(page).nth(1)).toContainText(
    `handed ${first.external_id} over from ${leaver.name} to ${taker.name}`,
  );
  await search(page).fill(`put back ${second.external_id}`);
  await expect(page.getByText('Showing the only entry')).toBeVisible();
});

test.describe('The request leads to its entries', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: /^Request #/ });

  for (const [role, path] of [
    ['admin', '/dashboard/admin'],
    ['auditor', '/dashboard/auditor/requests'],
    ['admin', '/dashboard/technician'],
  ] as const) {
    test(`from ${path} for the ${role}, and Back leads to the dialog`, {
      tag: path === '/dashboard/technician' ? '@phone-only' : [],
    }, async ({ page, api }) => {
      const request = await api.assignedTo(await api.staff('technician'));
      await openAs(page, await api.staff(role), `${path}?requestId=${request.id}`);
      await expect(dialog(page)).toContainText(request.external_id);
      await expectNoSidewaysScroll(page);
      await dialog(page).getByRole('link', { name: 'Audit trail' }).click();
      await expect(page).toHaveURL(`${TRAIL}?entity=request&entity_id=${request.id}`);
      await expect(page.getByText('Showing all 2 entries')).toBeVisible();
      await expect(page.getByText(`Requests, ${request.external_id} (number ${request.id})`)).toBeVisible();
      await page.goBack();
      await expect(dialog(page)).toContainText(request.external_id);
    });
  }

  test('not for a technician, who may not read the trail', async ({ page, api }) => {
    const technician = await api.person('technician');
    const request = await api.assignedTo(technician);
    await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
    await expect(dialog(page).getByRole('button', { name: 'Update Request' })).toBeVisible();
    await expect(dialog(page).getByRole('link', { name: 'Audit trail' })).toHaveCount(0);
  });
});

test(
  'The trail is in the navigation of the admin and, on a phone, in the bar of the auditor',
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    const bar = page.getByRole('navigation', { name: 'Dashboard' });
    await openAs(page, await api.staff('auditor'), '/dashboard/auditor');
    await bar.getByRole('link', { name: isOnPhone(info) ? 'Trail' : 'Audit Trail', exact: true }).click();
    await expect(page).toHaveURL(TRAIL);
    await openAs(page, await api.staff('admin'), '/dashboard/admin');
    if (isOnPhone(info)) await bar.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Audit Trail' }).click();
    await expect(page).toHaveURL(TRAIL);
    await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeVisible();
  },
);
