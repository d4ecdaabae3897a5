import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { expectCount, requestsOf } from '../support/request-lists.ts';

const PATH = '/dashboard/admin/requests';

test('Everyone has the views Unassigned, Emergencies and Today', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), PATH);
  for (const [name, query] of [
    ['Unassigned', 'assignment=unassigned'],
    ['Emergencies', 'priority=urgent'],
    ['Today', 'period=today'],
  ] as const) {
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await expectNoSidewaysScroll(page);
    await page.getByRole('list', { name: 'Views' }).getByRole('button', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${PATH}\\?${query}$`));
  }
  await page.getByRole('button', { name: 'Views', exact: true }).click();
});

test('A view keeps filters and columns under a name; it is applied, renamed and deleted', async ({ page, api }) => {
  const { word } = await requestsOf(api, 1);
  await openAs(page, await api.person('admin'), `${PATH}?search=${word}&status=pending`);
  await expectCount(page, 1);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Priority' }).uncheck();
  await page.keyboard.press('Escape');
  const open = () => page.getByRole('button', { name: 'Views', exact: true }).click();
  const views = page.getByRole('list', { name: 'Views' });
  await open();
  await page.getByRole('textbox', { name: 'Save the present filters as' }).fill('My poles');
  await page.keyboard.press('Enter');
  await expect(views.getByRole('button', { name: 'My poles', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeFocused();

  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Priority' }).check();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toBeVisible();
  await open();
  await views.getByRole('button', { name: 'My poles', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`\\?search=${word}&status=pending$`));
  await expectCount(page, 1);
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toHaveCount(0);

  await open();
  // A renaming that is given up, or left, renames nothing later.
  const rename = views.getByRole('button', { name: 'Rename My poles' });
  const fresh = page.getByRole('textbox', { name: 'Save the present filters as' });
  await rename.click();
  await page.keyboard.press('Escape');
  await open();
  await expect(fresh).toHaveValue('');
  await rename.click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(fresh).toHaveValue('');
  await rename.click();
  await page.getByRole('textbox', { name: 'New name of My poles' }).fill('North lot');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(views.getByRole('button', { name: 'North lot', exact: true })).toBeVisible();
  await views.getByRole('button', { name: 'Delete North lot' }).click();
  await expect(views.getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(views).toBeHidden();
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeFocused();
  // Another person at the same browser has views of their own.
  await openAs(page, await api.person('admin'), PATH);
  await open();
  await expect(views.getByRole('listitem')).toHaveCount(3);
});

test('A view with filters that only the Admin Dashboard has does not list every request on All Requests', async ({
  page,
  api,
}) => {
  await openAs(page, await api.person('admin'), '/dashboard/admin?rating=1&status=completed');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('textbox', { name: 'Save the present filters as' }).fill('Bad work');
  await page.keyboard.press('Enter');
  const view = page.getByRole('list', { name: 'Views' }).getByRole('button', { name: /^Bad work/ });
  await expect(view).toBeEnabled();
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await expect(view).toBeDisabled();
  await expect(view).toContainText('Opens on the Admin Dashboard only');
  await expectAccessible(page, page.getByRole('list', { name: 'Views' }));
});
